import { isValidPlate, normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { addDays, romeDayStart, toIsoInstant } from '@varco/domain/time/rome.ts';
import type { HoldBody } from './holds.api.ts';

/** Form of a new legal hold. Days are YYYY-MM-DD, empty: open. */
export interface HoldDraft {
  readonly plates: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly act: string;
}

export const MAX_HOLD_PLATES = 100;
/** Characters of a reason or an act. */
export const MIN_HOLD_TEXT = 3;

/** Plates as typed, one a line or between commas, without empty ones. */
export const splitPlates = (text: string): readonly string[] =>
  text
    .split(/[\n,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const toPlate = (typed: string): string | null => {
  const plate = normalisePlate(typed);
  return plate !== null && isValidPlate(plate) ? plate : null;
};

/** The first text that is not a plate; null: all are. */
export const findWrongPlate = (text: string): string | null =>
  splitPlates(text).find((typed) => toPlate(typed) === null) ?? null;

/** What a hold must have: plates, or both ends of a period in order; null: it has. */
export function findScopeFault({ plates, from, to }: HoldDraft): 'scopeFault' | 'orderFault' | null {
  if (splitPlates(plates).length === 0 && (from === '' || to === '')) return 'scopeFault';
  return from !== '' && to !== '' && from > to ? 'orderFault' : null;
}

/** The hold to make, from a form without faults. Both days are included, in Rome time. */
export function buildHoldBody({ plates, from, to, reason, act }: HoldDraft): HoldBody {
  const typed = splitPlates(plates).flatMap((one) => toPlate(one) ?? []);
  return {
    targhe: [...new Set(typed)],
    ...(from === '' ? {} : { dal: toIsoInstant(romeDayStart(from)) }),
    ...(to === '' ? {} : { al: toIsoInstant(romeDayStart(addDays(to, 1)) - 1) }),
    motivo: reason.trim(),
    atto: act.trim(),
  };
}
