import type { KeyFacts } from '@varco/contract/inspection.ts';
import type { Notes } from './finding.ts';

const DAY_MS = 86_400_000;
/** Cryptoperiod of a signing key (security rules, part 3). */
const MAX_KEY_AGE_DAYS = 2 * 365;
/** Enough for every portal to join the plant again, and for readers of the log to learn the new key. */
const MAX_FORMER_KEY_DAYS = 30;

/** Whether each key of a server is young enough, and its former one retired. */
export function checkKeys(slug: string, keys: readonly KeyFacts[], now: Date, notes: Notes): void {
  for (const { name, createdAt, hasFormer } of keys) {
    const days = Math.floor((now.getTime() - Date.parse(createdAt)) / DAY_MS);
    const values = { name, days: String(days), slug };
    if (days > MAX_KEY_AGE_DAYS) notes.warn('keys', 'keyOld', values);
    else if (hasFormer && days > MAX_FORMER_KEY_DAYS) notes.warn('keys', 'keyFormer', values);
    else notes.ok('keys');
  }
}
