import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Seconds a ticket is valid, for one use (security, part 7). */
export const TICKET_LIFE_S = 120;
const NONCE_BYTES = 9;
const SIGNATURE_BYTES = 16;
const MAX_CHARACTERS = 400;
const VARIANTS = ['t100', 't400', 'plate', 'context', 'full'] as const;

/** The picture a ticket opens, and for whom. `resource`: id of the transit. */
export interface TicketGrant {
  readonly resource: string;
  readonly variant: (typeof VARIANTS)[number];
  readonly user: string;
  readonly session: string;
}
export interface TicketClaims extends TicketGrant {
  readonly nonce: Buffer;
  /** Epoch seconds. */
  readonly expires: number;
}

const Payload = z.strictObject({
  r: z.string().min(1).max(80),
  v: z.enum(VARIANTS),
  u: z.string().min(1).max(64),
  s: z.string().min(1).max(64),
  e: z.int().min(0),
  n: z.string().regex(/^[A-Za-z0-9_-]{12}$/),
});

export interface TicketKeys {
  /** 32 random bytes, used for signing. */
  readonly current: Uint8Array;
  /** The previous key, still accepted during a rotation. */
  readonly previous?: Uint8Array;
}

const computeTicketSignature = (key: Uint8Array, signed: string): Buffer =>
  createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES);

/** Creates a one-use ticket `m1.<payload>.<signature>`. `nowS`: epoch seconds. */
export function signTicket(keys: TicketKeys, grant: TicketGrant, nowS: number): string {
  const payload: z.output<typeof Payload> = {
    r: grant.resource,
    v: grant.variant,
    u: grant.user,
    s: grant.session,
    e: Math.floor(nowS) + TICKET_LIFE_S,
    n: randomBytes(NONCE_BYTES).toString('base64url'),
  };
  const signed = `m1.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${signed}.${computeTicketSignature(keys.current, signed).toString('base64url')}`;
}

/**
 * The claims of a valid, unexpired ticket, else null (the reason is not revealed). `consumeTicket` checks whether it
 * was used; the caller checks whether the user may still see the picture.
 */
export function verifyTicket(keys: TicketKeys, ticket: string, nowS: number): TicketClaims | null {
  if (ticket.length > MAX_CHARACTERS) return null;
  const match = /^(m1\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{22})$/.exec(ticket);
  if (match?.[1] === undefined || match[2] === undefined || match[3] === undefined) return null;
  const signature = Buffer.from(match[3], 'base64url');
  // Only the canonical encoding is accepted: unused bits at the end would give a second ticket with the same
  // signature.
  if (signature.toString('base64url') !== match[3]) return null;
  const candidates = keys.previous === undefined ? [keys.current] : [keys.current, keys.previous];
  const signed = match[1];
  if (!candidates.some((key) => timingSafeEqual(signature, computeTicketSignature(key, signed)))) return null;
  const payload = parsePayload(match[2]);
  if (payload === null || payload.e <= nowS) return null;
  return {
    resource: payload.r,
    variant: payload.v,
    user: payload.u,
    session: payload.s,
    expires: payload.e,
    nonce: Buffer.from(payload.n, 'base64url'),
  };
}

function parsePayload(text: string): z.output<typeof Payload> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Payload.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
