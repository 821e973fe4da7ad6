import { randomBytes } from 'node:crypto';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { JOINING_FAULTS, JoiningAnswer, type JoiningFault } from '@varco/contract/joining.ts';
import { acceptJoining, challengeJoining } from '@varco/contract/plant/joining.ts';
import type { JoiningCode } from '@varco/domain/joining/joining-code.ts';
import {
  buildJoiningAnswerText,
  JOINING_CLOCK_WINDOW_MS,
  type JoiningStep,
} from '@varco/domain/joining/joining-text.ts';
import { computeFingerprint, deriveJoiningKey } from '@varco/server-kit/auth/joining-key.ts';
import { isSignedBy, signJoiningRequest } from '@varco/server-kit/auth/joining-request.ts';
import { equalSecrets } from '@varco/server-kit/auth/secrets.ts';
import { type SigningKey, toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { type OutboundClient, OutboundRefused } from '@varco/server-kit/outbound/outbound-client.ts';

/** Each of the two calls; the browser waits for both. */
const TIMEOUT_MS = 6_000;
const MAX_BYTES = 16 * 1024;
const ENDPOINTS = { challenge: challengeJoining, accept: acceptJoining } as const;

/** The portal as it presents itself, and its way out. */
export interface JoiningPortal {
  readonly client: OutboundClient;
  readonly uuid: string;
  readonly origin: string;
  readonly key: SigningKey;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** A plant that proved that it is the one of the code. */
export interface ProvenPlant {
  readonly answer: JoiningAnswer;
  /** Raw public key. */
  readonly key: Buffer;
  /** Whether the plant signed with this former key as well. */
  isProvenBy(formerKey: Buffer): boolean;
}

export const joiningFault = (sub: JoiningFault, data?: Readonly<Record<string, string | number>>): AppError =>
  new AppError('conflict', { sub, ...(data === undefined ? {} : { data }) });

/** A conversation with the plant of one code: first `challenge`, then `accept` with the challenge of its answer. */
export class PlantConversation {
  readonly proof: Buffer;
  private readonly codeKey: SigningKey;
  private readonly nonce = randomBytes(16).toString('base64url');
  private readonly code: JoiningCode;
  private readonly portal: JoiningPortal;

  constructor(code: JoiningCode, portal: JoiningPortal) {
    this.code = code;
    this.portal = portal;
    this.codeKey = deriveJoiningKey(code.secret);
    this.proof = Buffer.from(toPublicJwk(this.codeKey.publicKey).x, 'base64url');
  }

  /**
   * One call and its answer, verified: the plant of the code, its key, a signature over this very call. Throws `conflict`
   * with the fault otherwise.
   */
  async call(step: JoiningStep, challenge: string): Promise<ProvenPlant> {
    const { portal, code } = this;
    const { body, text } = signJoiningRequest({
      step,
      plantUuid: code.plantUuid,
      codeKey: this.codeKey,
      portalUuid: portal.uuid,
      portalOrigin: portal.origin,
      portalKey: portal.key,
      nonce: this.nonce,
      challenge,
      now: portal.now(),
    });
    const answer = await this.send(step, JSON.stringify(body));
    return verifyAnswer(answer, text, code, portal.now());
  }

  private async send(step: JoiningStep, body: string): Promise<JoiningAnswer> {
    const { client, signal } = this.portal;
    const { path, method } = ENDPOINTS[step];
    const headers = { 'content-type': 'application/json' };
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal };
    const { status, text } = await client
      .send(`${this.code.address}${path}`, { method, headers, body, ...limits })
      .catch((error: unknown) => {
        throw toCallFault(error);
      });
    const answer: unknown = parseJson(text);
    const parsed = JoiningAnswer.safeParse(answer);
    if (status === 200 && parsed.success) return parsed.data;
    throw status === 429 ? joiningFault('plant_busy') : readPlantFault(answer);
  }
}

function verifyAnswer(answer: JoiningAnswer, request: string, code: JoiningCode, now: Date): ProvenPlant {
  const key = Buffer.from(answer.plant_key, 'base64url');
  if (answer.plant_uuid.toLowerCase() !== code.plantUuid || !equalSecrets(computeFingerprint(key), code.fingerprint))
    throw joiningFault('fingerprint_changed');
  const text = buildJoiningAnswerText({
    request,
    plantUuid: answer.plant_uuid,
    plantKey: answer.plant_key,
    label: answer.label,
    shortCode: answer.short_code,
    challenge: answer.challenge,
    serverTime: answer.server_time,
  });
  if (!isSignedBy(answer.plant_key, text, answer.signature)) throw joiningFault('plant_answer');
  const apartMs = Date.parse(answer.server_time) - now.getTime();
  if (Math.abs(apartMs) > JOINING_CLOCK_WINDOW_MS)
    throw joiningFault('clocks_apart', { seconds: Math.round(apartMs / 1_000) });
  const former = answer.previous_signature;
  return {
    answer,
    key,
    isProvenBy: (formerKey) => former !== null && isSignedBy(formerKey.toString('base64url'), text, former),
  };
}

/** What a failed connection means. The message of the system names addresses and is not passed on. */
function toCallFault(error: unknown): AppError {
  if (error instanceof OutboundRefused)
    return joiningFault(error.message === 'too long' ? 'plant_answer' : 'address_refused');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isCertificate = /CERT|TLS|ISSUER|LEAF_SIGNATURE|SELF_SIGNED/.test(code);
  return joiningFault(isCertificate ? 'plant_untrusted' : 'plant_unreachable');
}

/** The fault the plant names, if it is one of the list; what else it says is not believed. */
function readPlantFault(answer: unknown): AppError {
  const envelope = ErrorEnvelope.safeParse(answer);
  if (!envelope.success || envelope.data.error.code !== 'conflict') return joiningFault('plant_answer');
  const { sub_code: sub, data } = envelope.data.error;
  const known = JOINING_FAULTS.find((fault) => fault === sub);
  if (known === undefined) return joiningFault('plant_answer');
  const seconds = data?.['seconds'];
  return joiningFault(
    known,
    typeof seconds === 'number' && Number.isSafeInteger(seconds) ? { seconds: -seconds } : undefined,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
