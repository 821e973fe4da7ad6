import type { SimDatabase } from '../database/sim-database.ts';

const PLAIN = ['AB001CD', 'AB002CD', 'AB003CD', 'AB004CD'];
const PATTERN = 'AB01*';
const EXPIRED = 'AB020CD';

/** Puts the same entries on the lists of a plant: plates, a pattern, and one entry that is over. */
export function fillLists({ tables }: SimDatabase, nowMs: number): void {
  for (const [i, text] of [...PLAIN, PATTERN, EXPIRED].entries())
    tables.lists.set(i + 1, {
      ...{ list: 'blacklist', id: i + 1, uuid: '', text, is_pattern: text === PATTERN, is_approximate: false },
      ...{ is_active: true, is_interforce: false, expires_ms: text === EXPIRED ? nowMs - 86_400_000 : null },
      ...{ kind: 'open', group_id: null, owner: 7, mail_alarm: false, push_alarm: false, radio_alarm: false },
      ...{ mails: null, silences: [] },
    });
}

/** Whether a read of this plate must raise an alert; written without the index of the product. */
export const isListed = (plate: string): boolean => PLAIN.includes(plate) || plate.startsWith('AB01');
