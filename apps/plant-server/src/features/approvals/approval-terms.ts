import { toIsoInstant } from '@varco/domain/time/rome.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A request nobody decided within a working day is over: whoever needs the answer asks again. */
const OPEN_MS = 8 * 60 * MINUTE_MS;
/** Time to read the result of a granted question and its transits. */
const USABLE_MS = 60 * MINUTE_MS;
/** Requests are listed, and stored, this long; the consultation log holds them beyond. */
export const APPROVAL_DAYS = 30;

/** Instants, ISO, that follow from the present. */
export const computeApprovalTerms = (nowMs: number) => ({
  nowIso: toIsoInstant(nowMs),
  openSinceIso: toIsoInstant(nowMs - OPEN_MS),
  usableUntilIso: toIsoInstant(nowMs + USABLE_MS),
  listedSinceIso: toIsoInstant(nowMs - APPROVAL_DAYS * DAY_MS),
});
export type ApprovalTerms = ReturnType<typeof computeApprovalTerms>;
