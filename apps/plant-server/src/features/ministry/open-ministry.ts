import type { RegistryAnswer } from '@varco/contract/registry/look-up.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { RateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Runner } from '../../database/statement.ts';
import type {
  CheckOutcome,
  GatewayState,
  LookUpOrder,
  LookUpOutcome,
  MinistryCode,
  MinistryGateway,
  NotAsked,
  OwnerOutcome,
  VpnCode,
} from './ministry-gateway.ts';
import { readAccess, writeAccess, type RegistryAccess } from './registry-access.queries.ts';
import {
  askLookUp,
  askOwner,
  askVehicle,
  type Account,
  type Door,
  type RegistryAddress,
  type RegistryReply,
} from './registry-client.ts';

/** Address of the registry, its credentials and limits. */
export interface RegistrySettings {
  /** Origin; empty: this plant makes no checks. */
  readonly url: string;
  /** Null: not configured. */
  readonly vpn: Account | null;
  readonly ministry: Account | null;
  readonly budgetPerMinute: number;
  readonly timeoutMs: number;
}

interface Needs {
  readonly runner: Runner;
  readonly rates: RateLimiter;
  readonly now: () => Date;
  /** Keyed hash of the credentials. */
  readonly fingerprint: (text: string) => string;
}

/** Look-ups by users allowed per minute, however small the budget for automatic checks. */
const LEAST_FOR_PEOPLE = 30;
/** Failed calls in a row before requests pause. */
const FAILURES_BEFORE_PAUSE = 3;
const PAUSE_MS = 30_000;
/** Upper limit for a pause that the service asks for. */
const LONGEST_PAUSE_MS = 60_000;
const LOCKED_PAUSE_MS = 15 * 60_000;

const closed = (ministry: MinistryCode, vpn: VpnCode): MinistryGateway => ({
  vehicleStatus: async () => ({ kind: 'no-service' }),
  vehiclesOfOwner: async () => ({ kind: 'no-service' }),
  lookUp: async () => ({ kind: 'not-asked', why: 'credentials' }),
  // Missing credentials cannot be confirmed; they are configured and the plant restarted.
  confirmAccess: async () => undefined,
  state: () => ({ ministry, vpn, ministryErrors: 0, vpnErrors: 0 }),
});

/** Creates the guarded access to the registry; null where none is configured. */
export async function openMinistry(settings: RegistrySettings, needs: Needs): Promise<MinistryGateway | null> {
  const { url, vpn, ministry, timeoutMs } = settings;
  if (url === '') return null;
  if (vpn === null) return closed(-3, -4);
  if (ministry === null) return closed(-2, 0);
  const fingerprint = needs.fingerprint(JSON.stringify([url, vpn, ministry]));
  const access = await readAccess(needs.runner, fingerprint);
  const address = { url, vpn, ministry, timeoutMs };
  return new GuardedMinistry(settings.budgetPerMinute, needs, access, address);
}

/** The response of the registry, or why nothing was sent. */
type Outcome<Facts> = { readonly kind: 'facts'; readonly facts: Facts } | Exclude<CheckOutcome, { kind: 'facts' }>;

class GuardedMinistry implements MinistryGateway {
  private readonly budgetPerMinute: number;
  private readonly needs: Needs;
  private readonly address: RegistryAddress;
  private access: RegistryAccess;
  private failures = 0;
  private pausedUntilMs = 0;
  private spareUntilMs = 0;
  /** True when the current congestion pause comes from our own budget, not from the service. */
  private isOverBudget = false;
  private pausedFor: 'credentials' | 'maintenance' | 'unreachable' = 'unreachable';
  private codes: { readonly ministry: MinistryCode; readonly vpn: VpnCode } = { ministry: -1, vpn: -1 };
  /** Tail of the call queue. Calls run one at a time: a wrong password must cost one attempt, not several. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(budgetPerMinute: number, needs: Needs, access: RegistryAccess, address: RegistryAddress) {
    this.budgetPerMinute = budgetPerMinute;
    this.needs = needs;
    this.access = access;
    this.address = address;
    if (access.refusedBy !== '') this.codes = refusedCodes(access.refusedBy);
  }

  async vehicleStatus(plate: string, signal: AbortSignal): Promise<CheckOutcome> {
    const outcome = await this.inTurn(() => askVehicle(this.address, plate, signal), signal);
    return outcome.kind === 'facts' ? { kind: 'facts', vehicle: outcome.facts } : outcome;
  }

  async vehiclesOfOwner(ownerCode: string, signal: AbortSignal): Promise<OwnerOutcome> {
    const outcome = await this.inTurn(() => askOwner(this.address, ownerCode, signal), signal);
    return outcome.kind === 'facts' ? { kind: 'facts', plates: outcome.facts } : outcome;
  }

  lookUp(order: LookUpOrder): Promise<LookUpOutcome> {
    return this.afterOthers(() => this.guardedLookUp(order));
  }

  private inTurn<Facts>(request: () => Promise<RegistryReply<Facts>>, signal: AbortSignal): Promise<Outcome<Facts>> {
    return this.afterOthers(() => this.guarded(request, signal));
  }

  private afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work);
    this.last = next.catch(() => {});
    return next;
  }

  confirmAccess(): Promise<void> {
    return this.afterOthers(async () => {
      const isLocked = this.pausedFor === 'credentials' && this.needs.now().getTime() < this.pausedUntilMs;
      if (this.access.refusedBy === '' && !isLocked) return;
      if (isLocked) this.pausedUntilMs = 0;
      this.codes = { ministry: -1, vpn: -1 };
      // The refusal counters stay until the credentials are accepted.
      await this.remember({ ...this.access, refusedBy: '' });
    });
  }

  state(): GatewayState {
    const { vpnErrors, ministryErrors } = this.access;
    return { ...this.codes, vpnErrors, ministryErrors };
  }

  private async guarded<Facts>(
    request: () => Promise<RegistryReply<Facts>>,
    signal: AbortSignal,
  ): Promise<Outcome<Facts>> {
    const nowMs = this.needs.now().getTime();
    if (this.access.refusedBy !== '' || nowMs < this.pausedUntilMs) return { kind: 'no-service' };
    if (nowMs < this.spareUntilMs || !(await this.isWithinBudget(nowMs))) return { kind: 'congested' };
    const reply = await request();
    // The call was aborted because this plant stops; that is no failure of the service.
    if (signal.aborted && reply.kind === 'unreachable') return { kind: 'failed' };
    return this.outcomeOf(reply, this.needs.now().getTime());
  }

  private async guardedLookUp(order: LookUpOrder): Promise<LookUpOutcome> {
    const nowMs = this.needs.now().getTime();
    if (this.access.refusedBy !== '') return notAsked('credentials');
    if (nowMs < this.pausedUntilMs) return notAsked(this.pausedFor);
    if (nowMs < this.spareUntilMs && !this.isOverBudget) return notAsked('congested');
    if (!(await this.mayPersonAsk())) return notAsked('congested');
    if (!(await order.beforeSending())) return notAsked('cancelled');
    const reply = await askLookUp(this.address, order);
    if (reply.kind === 'said-no') await this.wasAccepted();
    else await this.outcomeOf(reply, this.needs.now().getTime());
    return lookUpOutcome(reply, order.isRecall);
  }

  /** User look-ups have a separate allowance, because automatic checks may use up the whole budget. */
  private async mayPersonAsk(): Promise<boolean> {
    const limit = Math.max(LEAST_FOR_PEOPLE, Math.ceil(this.budgetPerMinute / 4));
    try {
      await this.needs.rates.spend({ name: 'registry-people', limit, windowS: 60 }, 'registry');
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
      return false;
    }
  }

  private async isWithinBudget(nowMs: number): Promise<boolean> {
    const rule = { name: 'registry', limit: this.budgetPerMinute, windowS: 60 };
    try {
      await this.needs.rates.spend(rule, 'registry');
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
      this.spareUntilMs = nowMs + 1000;
      this.isOverBudget = true;
      return false;
    }
  }

  private async outcomeOf<Facts>(reply: RegistryReply<Facts>, nowMs: number): Promise<Outcome<Facts>> {
    if (reply.kind === 'facts' || reply.kind === 'congested') await this.wasAccepted();
    switch (reply.kind) {
      case 'facts':
        return reply;
      case 'congested':
        this.isOverBudget = false;
        this.spareUntilMs = nowMs + pauseOf(reply.retryAfterS, PAUSE_MS, LONGEST_PAUSE_MS);
        return { kind: 'congested' };
      case 'refused':
        await this.wasRefused(reply.door);
        return { kind: 'no-service' };
      case 'locked':
        this.codes = refusedCodes(reply.door);
        this.pausedFor = 'credentials';
        this.pausedUntilMs = nowMs + pauseOf(reply.retryAfterS, LOCKED_PAUSE_MS, 4 * LOCKED_PAUSE_MS);
        return { kind: 'no-service' };
      case 'said-no':
        await this.wasAccepted();
        return { kind: 'failed' };
      case 'unreachable':
        this.pausedFor = 'unreachable';
        this.codes = { ministry: -1, vpn: -2 };
        return this.failed(nowMs, null);
      case 'broken':
        this.pausedFor = reply.isMaintenance ? 'maintenance' : 'unreachable';
        this.codes = { ministry: -4, vpn: 1 };
        return this.failed(nowMs, reply.retryAfterS);
    }
  }

  private failed(nowMs: number, retryAfterS: number | null): Exclude<CheckOutcome, { kind: 'facts' }> {
    this.failures += 1;
    if (this.failures < FAILURES_BEFORE_PAUSE && retryAfterS === null) return { kind: 'failed' };
    this.pausedUntilMs = nowMs + pauseOf(retryAfterS, PAUSE_MS, LONGEST_PAUSE_MS);
    return { kind: 'no-service' };
  }

  private async wasAccepted(): Promise<void> {
    this.failures = 0;
    this.codes = { ministry: 1, vpn: 1 };
    const { vpnErrors, ministryErrors, fingerprint } = this.access;
    if (vpnErrors + ministryErrors > 0)
      await this.remember({ fingerprint, refusedBy: '', vpnErrors: 0, ministryErrors: 0 });
  }

  private async wasRefused(door: Door): Promise<void> {
    this.codes = refusedCodes(door);
    const { fingerprint, vpnErrors, ministryErrors } = this.access;
    await this.remember({
      fingerprint,
      refusedBy: door,
      vpnErrors: vpnErrors + (door === 'vpn' ? 1 : 0),
      ministryErrors: ministryErrors + (door === 'ministry' ? 1 : 0),
    });
  }

  /** Updated in memory first: a failing database must not cause a second attempt with wrong credentials. */
  private async remember(access: RegistryAccess): Promise<void> {
    this.access = access;
    await writeAccess(this.needs.runner, access);
  }
}

const refusedCodes = (door: Door): { readonly ministry: MinistryCode; readonly vpn: VpnCode } =>
  door === 'vpn' ? { ministry: 0, vpn: -3 } : { ministry: 0, vpn: 1 };

const notAsked = (why: NotAsked): LookUpOutcome => ({ kind: 'not-asked', why });

/** Maps a reply to a look-up outcome, which says whether it was charged. */
function lookUpOutcome(reply: RegistryReply<RegistryAnswer>, isRecall: boolean): LookUpOutcome {
  switch (reply.kind) {
    case 'facts':
      return { kind: 'answer', answer: reply.facts };
    case 'congested':
      return notAsked('congested');
    case 'locked':
    case 'refused':
      return notAsked('credentials');
    case 'said-no':
      return isRecall && reply.code === 'not_found' ? { kind: 'not-charged' } : notAsked('refused');
    case 'unreachable':
      return reply.isSent ? { kind: 'unsure', why: 'unreachable' } : notAsked('unreachable');
    case 'broken':
      return reply.isMaintenance ? notAsked('maintenance') : { kind: 'unsure', why: 'broken' };
  }
}

const pauseOf = (requestedS: number | null, defaultMs: number, maxMs: number): number =>
  Math.min(maxMs, Math.max(1000, requestedS === null ? defaultMs : requestedS * 1000));
