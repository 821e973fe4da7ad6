import { hkdfSync, randomBytes } from 'node:crypto';
import { MAX_ENDED_PERIODS } from '@varco/contract/backup-status.ts';
import { z } from 'zod';
import { seal, unseal } from './sealed-store.ts';

/**
 * The ring of keys: the key of each period of backups, sealed by the main key that `varco backup --init` printed (ADR 0083).
 * A period whose key is no longer in any copy of the ring cannot be opened.
 */
const KeyRing = z.object({
  version: z.literal(1),
  /** Goes up with every change: of two copies the higher one counts. */
  revision: z.number().int(),
  /** Highest number that a period ever had. */
  last: z.number().int(),
  /** Periods that can be opened, oldest first. */
  periods: z.array(
    z.object({
      number: z.number().int(),
      /** Null: period 0, from before there were periods. The main key opens it. */
      key: z.string().nullable(),
      since: z.iso.datetime(),
      /** False: its repository may not be there yet. */
      isReady: z.boolean(),
    }),
  ),
  /** Their key is destroyed; their files may still be there. */
  leftovers: z.array(z.object({ number: z.number().int(), at: z.iso.datetime() })),
  /** The newest periods that ended, when their key was destroyed. */
  destroyed: z.array(z.object({ number: z.number().int(), at: z.iso.datetime() })),
});
export type KeyRing = z.infer<typeof KeyRing>;
export type RingPeriod = KeyRing['periods'][number];

/** What is in the bytes of a ring; `otherKey`: another main key sealed it. */
export type OpenedRing = KeyRing | 'damaged' | 'otherKey';

/** `VRK1`, eight bytes that tell one main key from another, then the ring as sealed object. */
const MAGIC = Buffer.from('VRK1');
const KEY_ID_BYTES = 8;
const START = MAGIC.length + KEY_ID_BYTES;
const NAME = 'ring';
const PERIOD_KEY_BYTES = 32;

const derive = (mainKey: string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(mainKey, 'base64url'), '', `varco backup ring ${purpose} v1`, length));

/** Seals a ring with the main key. */
export async function sealRing(mainKey: string, ring: KeyRing): Promise<Buffer> {
  const sealed = await seal(derive(mainKey, 'seal', 32), NAME, Buffer.from(JSON.stringify(ring)));
  return Buffer.concat([MAGIC, derive(mainKey, 'id', KEY_ID_BYTES), sealed]);
}

/** Opens a ring; never throws. */
export async function openRing(mainKey: string, bytes: Buffer): Promise<OpenedRing> {
  if (bytes.length < START || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return 'damaged';
  if (!bytes.subarray(MAGIC.length, START).equals(derive(mainKey, 'id', KEY_ID_BYTES))) return 'otherKey';
  try {
    const plain = await unseal(derive(mainKey, 'seal', 32), NAME, bytes.subarray(START));
    return KeyRing.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    return 'damaged';
  }
}

/** The ring of a place without periods; `adopted`: since when it has the backups of period 0. */
export const createRing = (adopted: string | null): KeyRing => ({
  ...{ version: 1, revision: 0, last: 0, leftovers: [], destroyed: [] },
  periods: adopted === null ? [] : [{ number: 0, key: null, since: adopted, isReady: true }],
});

/** Adds the next period with a key of its own. One that was begun and never became ready is begun again. */
export function addPeriod(ring: KeyRing, since: string): { readonly ring: KeyRing; readonly added: RingPeriod } {
  const begun = ring.periods.find(({ isReady }) => !isReady);
  if (begun !== undefined) return { ring, added: begun };
  const key = randomBytes(PERIOD_KEY_BYTES).toString('base64url');
  const added = { number: ring.last + 1, key, since, isReady: false };
  return { ring: { ...ring, last: added.number, periods: [...ring.periods, added] }, added };
}

/** From now on backups go into this period. */
export const markReady = (ring: KeyRing, number: number, since: string): KeyRing => ({
  ...ring,
  periods: ring.periods.map((period) => (period.number === number ? { ...period, since, isReady: true } : period)),
});

/** Takes keys out of the ring; the files of these periods are leftovers. */
export const removeKeys = (ring: KeyRing, numbers: ReadonlySet<number>, at: string): KeyRing => ({
  ...ring,
  periods: ring.periods.filter(({ number }) => !numbers.has(number)),
  leftovers: [...ring.leftovers, ...[...numbers].map((number) => ({ number, at }))],
});

/** The files of these periods are gone too. */
export const removeLeftovers = (ring: KeyRing, numbers: ReadonlySet<number>): KeyRing => ({
  ...ring,
  leftovers: ring.leftovers.filter(({ number }) => !numbers.has(number)),
  destroyed: [...ring.destroyed, ...ring.leftovers.filter(({ number }) => numbers.has(number))].slice(
    -MAX_ENDED_PERIODS,
  ),
});
