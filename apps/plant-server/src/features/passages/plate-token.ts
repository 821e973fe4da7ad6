import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/**
 * Pseudonym of a plate: the first 64 bits of SHA-256 over salt and plate. The salt is random for each analysis, so the
 * tokens of two analyses cannot be compared.
 */
export const hashPlate = (salt: string, plate: string): string => hash('sha256', `${salt} ${plate}`).slice(0, 16);

/** Plates hashed before yielding to the event loop: other calls wait a few milliseconds, not half a second. */
const PLATES_PER_BATCH = 4000;

/** Pseudonyms of many plates, in their order. */
export async function hashPlates(salt: string, plates: readonly string[]): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (const plate of plates) {
    if (tokens.length > 0 && tokens.length % PLATES_PER_BATCH === 0) await setImmediate();
    tokens.push(hashPlate(salt, plate));
  }
  return tokens;
}
