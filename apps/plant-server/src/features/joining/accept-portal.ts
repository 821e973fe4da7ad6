import type { JoiningAnswer, JoiningFault, JoiningRequest } from '@varco/contract/joining.ts';
import {
  buildJoiningAnswerText,
  CHALLENGE_LIFETIME_MS,
  JOINING_CLOCK_WINDOW_MS,
  type JoiningStep,
} from '@varco/domain/joining/joining-text.ts';
import { parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { verifyJoiningRequest } from '@varco/server-kit/auth/joining-request.ts';
import { equalSecrets } from '@varco/server-kit/auth/secrets.ts';
import { signText, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import * as portals from './joined-portals.repository.ts';
import * as codes from './joining-codes.repository.ts';
import type { JoiningDeps } from './joining.deps.ts';
import { getCodeState } from './joining.view.ts';

/** A call whose two signatures fit; `code`: the code it shows. */
export interface JoiningCall {
  readonly step: JoiningStep;
  readonly body: JoiningRequest;
  readonly text: string;
  readonly code: codes.JoiningCodeRow;
  readonly settings: PlantSettings;
  readonly nowIso: string;
}

export const joiningFault = (sub: JoiningFault, data?: Readonly<Record<string, number>>): AppError =>
  new AppError('conflict', { sub, ...(data === undefined ? {} : { data }) });

/**
 * Reads a call of a portal. Throws `code_unknown` when it does not prove that it has a code of this plant; a wrong
 * signature and an unknown code give the same answer.
 */
export async function openJoiningCall(
  deps: JoiningDeps,
  step: JoiningStep,
  body: JoiningRequest,
  nowIso: string,
): Promise<JoiningCall> {
  const settings = await readPlantSettings(deps.store.runner);
  const text = verifyJoiningRequest(step, settings.uuid, body);
  const code = text === null ? null : await codes.findCodeByProof(deps.store.runner, toBytes(body.proof));
  if (text === null || code === null) throw joiningFault('code_unknown');
  return { step, body, text, code, settings, nowIso };
}

/** Why the code may not be used by this portal now; null: it may. */
export async function findJoiningFault(
  deps: Pick<JoiningDeps, 'key'>,
  runner: Runner,
  call: JoiningCall,
): Promise<AppError | null> {
  const { body, code, nowIso } = call;
  const nowMs = parseInstantMs(nowIso);
  const apartMs = Date.parse(body.time) - nowMs;
  // Not a number for a date that the calendar does not have.
  if (!(Math.abs(apartMs) <= JOINING_CLOCK_WINDOW_MS))
    return joiningFault('clocks_apart', { seconds: Math.round(apartMs / 1_000) || 0 });
  const address = parsePlantAddress(body.portal_origin);
  if (!address.ok || address.origin !== body.portal_origin)
    return new AppError('bad_request', { sub: 'invalid_field', field: 'body/portal_origin' });
  const state = getCodeState(code, nowMs);
  if (state === 'revoked') return joiningFault('code_revoked');
  if (state === 'used' && !(await isUsedBySamePortal(runner, call))) return joiningFault('code_used');
  if (parseInstantMs(code.expires_at) <= nowMs) return joiningFault('code_expired');
  if (code.portal_origin !== null && code.portal_origin !== body.portal_origin) return joiningFault('wrong_portal');
  return call.step === 'accept' && !isChallengeGood(deps, body, nowMs) ? joiningFault('challenge_expired') : null;
}

/** A portal that lost the answer, or was stopped before it stored the plant, may repeat what it did. */
async function isUsedBySamePortal(runner: Runner, { code, body }: JoiningCall): Promise<boolean> {
  const user = code.used_by === null ? null : await portals.findPortal(runner, code.used_by);
  return (
    user !== null &&
    user.revoked_at === null &&
    user.uuid === body.portal_uuid &&
    user.origin === body.portal_origin &&
    user.public_key.equals(toBytes(body.portal_key))
  );
}

/** Challenge for a portal: its instant, and a keyed hash of what the portal showed. Nothing is stored. */
export function makeChallenge(deps: Pick<JoiningDeps, 'key'>, { body, nowIso }: JoiningCall): string {
  const at = parseInstantMs(nowIso).toString(36);
  return `${at}.${macChallenge(deps, body, at)}`;
}

/** Whether this plant made the challenge lately for this portal, code and nonce. */
function isChallengeGood(deps: Pick<JoiningDeps, 'key'>, body: JoiningRequest, nowMs: number): boolean {
  const [at = ''] = body.challenge.split('.', 1);
  const ageMs = nowMs - Number.parseInt(at, 36);
  return (
    ageMs >= 0 &&
    ageMs <= CHALLENGE_LIFETIME_MS &&
    equalSecrets(body.challenge, `${at}.${macChallenge(deps, body, at)}`)
  );
}

const macChallenge = ({ key }: Pick<JoiningDeps, 'key'>, body: JoiningRequest, at: string): string =>
  key.mac(
    'joining-challenge',
    JSON.stringify([at, body.proof, body.portal_uuid, body.portal_origin, body.portal_key, body.nonce]),
  );

/** The signed answer to a call. */
export function answerJoiningCall(deps: JoiningDeps, call: JoiningCall, challenge: string): JoiningAnswer {
  const { current, previous } = deps.keys;
  const { uuid } = call.settings;
  const [label, shortCode] = [call.settings.label.slice(0, 80), call.settings.code.slice(0, 40)];
  const plantKey = toPublicJwk(current.publicKey).x;
  const text = buildJoiningAnswerText({
    request: call.text,
    plantUuid: uuid,
    ...{ plantKey, label, shortCode, challenge },
    serverTime: call.nowIso,
  });
  return {
    plant_uuid: uuid,
    plant_key: plantKey,
    label,
    short_code: shortCode,
    challenge,
    server_time: call.nowIso,
    expires_at: call.code.expires_at,
    signature: signText(current, text),
    previous_signature: previous === null ? null : signText(previous, text),
  };
}

/**
 * Uses up the code for the portal of this call. Of several portals one wins: the code is locked and judged again. `record`
 * is called before the commit. Throws the fault of `findJoiningFault`.
 */
export async function usePortalCode(
  deps: JoiningDeps,
  call: JoiningCall,
  record: (facts: { readonly isRepeated: boolean; readonly formerOrigin: string | null }) => Promise<void>,
): Promise<void> {
  const { body, nowIso } = call;
  await inTransaction(deps.pool, async (runner) => {
    await portals.lockPortals(runner);
    const code = await codes.lockCodeByProof(runner, toBytes(body.proof));
    if (code === null) throw joiningFault('code_unknown');
    const fault = await findJoiningFault(deps, runner, { ...call, code });
    if (fault !== null) throw fault;
    const before = await portals.findPortalByUuid(runner, body.portal_uuid);
    await record({ isRepeated: code.used_at !== null, formerOrigin: before?.origin ?? null });
    if (code.used_at !== null) return;
    const portal = { uuid: body.portal_uuid, origin: body.portal_origin, publicKey: toBytes(body.portal_key) };
    const id = await portals.storePortal(runner, portal, code.created_by, nowIso);
    await codes.useCode(runner, code.id, id, nowIso);
    await portals.followPortalUrl(runner, before?.origin ?? null, portal.origin);
  });
  await deps.portalOrigins.refresh();
}

const toBytes = (text: string): Buffer => Buffer.from(text, 'base64url');
