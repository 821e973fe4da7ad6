import type { RegistryLookUpResponse } from '@varco/contract/registry/look-up.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { RateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { RegistryAccount } from '../../settings/registry-account.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import type {
  CheckOutcome,
  GatewayState,
  LookUpRequest,
  LookUpOutcome,
  MinistryCode,
  MinistryGateway,
  NotSentReason,
  OwnerOutcome,
  VpnCode,
} from './ministry-gateway.ts';
import type { OutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { readRegistryAccess, storeRegistryAccess, type RegistryAccess } from './registry-access.repository.ts';
import {
  requestLookUp,
  requestOwnerVehicles,
  requestVehicle,
  type CredentialScope,
  type RegistryAddress,
  type RegistryReply,
} from './registry-client.ts';

/** Address of the registry, its accounts and limits. */
export interface RegistrySettings extends RegistryAccount {
  readonly timeoutMs: number;
}

export interface MinistryDeps {
  readonly outbound: OutboundClient;
  readonly runner: Runner;
  readonly rates: RateLimiter;
  readonly now: () => Date;
  /** Automatic checks allowed in a minute. */
  readonly readBudget: () => number;
  /** Keyed hash of the credentials. */
  readonly fingerprint: (text: string) => string;
}

/** Look-ups by users allowed per minute, however small the budget for automatic checks. */
const MIN_USER_REQUESTS_PER_MINUTE = 30;
/** Failed calls in a row before requests pause. */
const FAILURES_BEFORE_PAUSE = 3;
const PAUSE_MS = 30_000;
/** Upper limit for a pause that the service asks for. */
const MAX_PAUSE_MS = 60_000;
const LOCKED_PAUSE_MS = 15 * 60_000;

const createUnavailableMinistry = (ministry: MinistryCode, vpn: VpnCode): MinistryGateway => ({
  isConfigured: () => true,
  vehicleStatus: async () => ({ kind: 'no-service' }),
  vehiclesOfOwner: async () => ({ kind: 'no-service' }),
  lookUp: async () => ({ kind: 'not-asked', why: 'credentials' }),
  // Missing credentials cannot be confirmed; they are entered in the settings.
  confirmAccess: async () => undefined,
  getState: () => ({ ministry, vpn, ministryErrors: 0, vpnErrors: 0 }),
});

/** Creates the guarded access to the registry; null where none is configured. */
export async function createMinistryGateway(
  settings: RegistrySettings,
  needs: MinistryDeps,
): Promise<MinistryGateway | null> {
  const { url, vpn, ministry, timeoutMs } = settings;
  if (url === '') return null;
  if (vpn === null) return createUnavailableMinistry(-3, -4);
  if (ministry === null) return createUnavailableMinistry(-2, 0);
  const fingerprint = needs.fingerprint(JSON.stringify([url, vpn, ministry]));
  const access = await readRegistryAccess(needs.runner, fingerprint);
  const address = { url, vpn, ministry, timeoutMs, outbound: needs.outbound };
  return new GuardedMinistry(needs, access, address);
}

/** The response of the registry, or why nothing was sent. */
type GuardedOutcome<Facts> =
  | { readonly kind: 'facts'; readonly facts: Facts }
  | Exclude<CheckOutcome, { kind: 'facts' }>;

class GuardedMinistry implements MinistryGateway {
  private readonly deps: MinistryDeps;
  private readonly address: RegistryAddress;
  private access: RegistryAccess;
  private failures = 0;
  private pausedUntilMs = 0;
  private congestedUntilMs = 0;
  /** True when the current congestion pause comes from our own budget, not from the service. */
  private isOverBudget = false;
  private pausedFor: 'credentials' | 'maintenance' | 'unreachable' = 'unreachable';
  private codes: { readonly ministry: MinistryCode; readonly vpn: VpnCode } = { ministry: -1, vpn: -1 };
  /** Tail of the call queue. Calls run one at a time: a wrong password must cost one attempt, not several. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(deps: MinistryDeps, access: RegistryAccess, address: RegistryAddress) {
    this.deps = deps;
    this.access = access;
    this.address = address;
    if (access.refusedBy !== '') this.codes = buildRefusedCodes(access.refusedBy);
  }

  async vehicleStatus(plate: string, signal: AbortSignal): Promise<CheckOutcome> {
    const outcome = await this.requestInOrder(() => requestVehicle(this.address, plate, signal), signal);
    return outcome.kind === 'facts' ? { kind: 'facts', vehicle: outcome.facts } : outcome;
  }

  async vehiclesOfOwner(ownerCode: string, signal: AbortSignal): Promise<OwnerOutcome> {
    const outcome = await this.requestInOrder(() => requestOwnerVehicles(this.address, ownerCode, signal), signal);
    return outcome.kind === 'facts' ? { kind: 'facts', plates: outcome.facts } : outcome;
  }

  lookUp(order: LookUpRequest): Promise<LookUpOutcome> {
    return this.enqueue(() => this.guardedLookUp(order));
  }

  private requestInOrder<Facts>(
    request: () => Promise<RegistryReply<Facts>>,
    signal: AbortSignal,
  ): Promise<GuardedOutcome<Facts>> {
    return this.enqueue(() => this.sendGuarded(request, signal));
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.queue.then(work);
    this.queue = next.catch(() => {});
    return next;
  }

  isConfigured(): boolean {
    return true;
  }

  confirmAccess(): Promise<void> {
    return this.enqueue(async () => {
      const isLocked = this.pausedFor === 'credentials' && this.deps.now().getTime() < this.pausedUntilMs;
      if (this.access.refusedBy === '' && !isLocked) return;
      if (isLocked) this.pausedUntilMs = 0;
      this.codes = { ministry: -1, vpn: -1 };
      // The refusal counters stay until the credentials are accepted.
      await this.storeAccess({ ...this.access, refusedBy: '' });
    });
  }

  getState(): GatewayState {
    const { vpnErrors, ministryErrors } = this.access;
    return { ...this.codes, vpnErrors, ministryErrors };
  }

  private async sendGuarded<Facts>(
    request: () => Promise<RegistryReply<Facts>>,
    signal: AbortSignal,
  ): Promise<GuardedOutcome<Facts>> {
    const nowMs = this.deps.now().getTime();
    if (this.access.refusedBy !== '' || nowMs < this.pausedUntilMs) return { kind: 'no-service' };
    if (nowMs < this.congestedUntilMs || !(await this.isWithinBudget(nowMs))) return { kind: 'congested' };
    const reply = await request();
    // The call was aborted because this plant stops; that is no failure of the service.
    if (signal.aborted && reply.kind === 'unreachable') return { kind: 'failed' };
    return this.handleReply(reply, this.deps.now().getTime());
  }

  private async guardedLookUp(order: LookUpRequest): Promise<LookUpOutcome> {
    const nowMs = this.deps.now().getTime();
    if (this.access.refusedBy !== '') return buildNotSent('credentials');
    if (nowMs < this.pausedUntilMs) return buildNotSent(this.pausedFor);
    if (nowMs < this.congestedUntilMs && !this.isOverBudget) return buildNotSent('congested');
    if (!(await this.isWithinUserBudget())) return buildNotSent('congested');
    if (!(await order.beforeSending())) return buildNotSent('cancelled');
    const reply = await requestLookUp(this.address, order);
    if (reply.kind === 'said-no') await this.recordAccepted();
    else await this.handleReply(reply, this.deps.now().getTime());
    return toLookUpOutcome(reply, order.isReplayOnly);
  }

  /** User look-ups have a separate allowance, because automatic checks may use up the whole budget. */
  private async isWithinUserBudget(): Promise<boolean> {
    const limit = Math.max(MIN_USER_REQUESTS_PER_MINUTE, Math.ceil(this.deps.readBudget() / 4));
    try {
      await this.deps.rates.spend({ name: 'registry-people', limit, windowS: 60 }, 'registry');
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
      return false;
    }
  }

  private async isWithinBudget(nowMs: number): Promise<boolean> {
    const rule = { name: 'registry', limit: this.deps.readBudget(), windowS: 60 };
    try {
      await this.deps.rates.spend(rule, 'registry');
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
      this.congestedUntilMs = nowMs + 1000;
      this.isOverBudget = true;
      return false;
    }
  }

  private async handleReply<Facts>(reply: RegistryReply<Facts>, nowMs: number): Promise<GuardedOutcome<Facts>> {
    if (reply.kind === 'facts' || reply.kind === 'congested') await this.recordAccepted();
    switch (reply.kind) {
      case 'facts':
        return reply;
      case 'congested':
        this.isOverBudget = false;
        this.congestedUntilMs = nowMs + computePauseMs(reply.retryAfterS, PAUSE_MS, MAX_PAUSE_MS);
        return { kind: 'congested' };
      case 'refused':
        await this.recordRefused(reply.door);
        return { kind: 'no-service' };
      case 'locked':
        this.codes = buildRefusedCodes(reply.door);
        this.pausedFor = 'credentials';
        this.pausedUntilMs = nowMs + computePauseMs(reply.retryAfterS, LOCKED_PAUSE_MS, 4 * LOCKED_PAUSE_MS);
        return { kind: 'no-service' };
      case 'said-no':
        await this.recordAccepted();
        return { kind: 'failed' };
      case 'unreachable':
        this.pausedFor = 'unreachable';
        this.codes = { ministry: -1, vpn: -2 };
        return this.recordFailure(nowMs, null);
      case 'broken':
        this.pausedFor = reply.isMaintenance ? 'maintenance' : 'unreachable';
        this.codes = { ministry: -4, vpn: 1 };
        return this.recordFailure(nowMs, reply.retryAfterS);
    }
  }

  private recordFailure(nowMs: number, retryAfterS: number | null): Exclude<CheckOutcome, { kind: 'facts' }> {
    this.failures += 1;
    if (this.failures < FAILURES_BEFORE_PAUSE && retryAfterS === null) return { kind: 'failed' };
    this.pausedUntilMs = nowMs + computePauseMs(retryAfterS, PAUSE_MS, MAX_PAUSE_MS);
    return { kind: 'no-service' };
  }

  private async recordAccepted(): Promise<void> {
    this.failures = 0;
    this.codes = { ministry: 1, vpn: 1 };
    const { vpnErrors, ministryErrors, fingerprint } = this.access;
    if (vpnErrors + ministryErrors > 0)
      await this.storeAccess({ fingerprint, refusedBy: '', vpnErrors: 0, ministryErrors: 0 });
  }

  private async recordRefused(client: CredentialScope): Promise<void> {
    this.codes = buildRefusedCodes(client);
    const { fingerprint, vpnErrors, ministryErrors } = this.access;
    await this.storeAccess({
      fingerprint,
      refusedBy: client,
      vpnErrors: vpnErrors + (client === 'vpn' ? 1 : 0),
      ministryErrors: ministryErrors + (client === 'ministry' ? 1 : 0),
    });
  }

  /** Updated in memory first: a failing database must not cause a second attempt with wrong credentials. */
  private async storeAccess(access: RegistryAccess): Promise<void> {
    this.access = access;
    await storeRegistryAccess(this.deps.runner, access);
  }
}

const buildRefusedCodes = (client: CredentialScope): { readonly ministry: MinistryCode; readonly vpn: VpnCode } =>
  client === 'vpn' ? { ministry: 0, vpn: -3 } : { ministry: 0, vpn: 1 };

const buildNotSent = (why: NotSentReason): LookUpOutcome => ({ kind: 'not-asked', why });

/** Maps a reply to a look-up outcome, which says whether it was charged. */
function toLookUpOutcome(reply: RegistryReply<RegistryLookUpResponse>, isRecall: boolean): LookUpOutcome {
  switch (reply.kind) {
    case 'facts':
      return { kind: 'answer', answer: reply.facts };
    case 'congested':
      return buildNotSent('congested');
    case 'locked':
    case 'refused':
      return buildNotSent('credentials');
    case 'said-no':
      return isRecall && reply.code === 'not_found' ? { kind: 'not-charged' } : buildNotSent('refused');
    case 'unreachable':
      return reply.isSent ? { kind: 'unsure', why: 'unreachable' } : buildNotSent('unreachable');
    case 'broken':
      return reply.isMaintenance ? buildNotSent('maintenance') : { kind: 'unsure', why: 'broken' };
  }
}

const computePauseMs = (requestedS: number | null, defaultMs: number, maxMs: number): number =>
  Math.min(maxMs, Math.max(1000, requestedS === null ? defaultMs : requestedS * 1000));
