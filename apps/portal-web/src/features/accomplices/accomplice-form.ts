import type { searchAccomplices } from '@varco/contract/plant/accomplices.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { z } from 'zod';
import { toInstant } from '../../lib/clock.ts';
import { shiftDays, shiftMs, startOfRomeDay } from '../../lib/rome-days.ts';

const MINUTE_MS = 60_000;
export const MAX_MINUTES = 60;
export const MAX_PASSAGES = 200;

/** The transit from which a search was opened. */
const ReferenceTransit = z.object({ peerId: z.int(), transitId: z.string().max(64) });

/** Values of the accomplice form (T 3.10) as typed; stored encrypted for 24 hours. */
export const AccompliceForm = z.object({
  plate: z.string().max(64),
  /** Id of the plant; null: all plants. */
  selectedPeer: z.int().nullable(),
  minutes: z.int().min(1).max(MAX_MINUTES),
  passages: z.int().min(1).max(MAX_PASSAGES),
  ignore_comune: z.boolean(),
  ignore_limitrofi: z.boolean(),
  /** Days on which joint trips are searched, `YYYY-MM-DD`, both included. Empty: the default period of the plant. */
  from: z.string().max(10),
  to: z.string().max(10),
  /** Null: the newest passage of the plate. */
  reference: ReferenceTransit.nullable(),
});
export type AccompliceForm = z.infer<typeof AccompliceForm>;

/** Initial values (T 3.10, T 9): 5 minutes and 1 passage. */
export const EMPTY_ACCOMPLICE_FORM: AccompliceForm = {
  plate: '',
  selectedPeer: null,
  minutes: 5,
  passages: 1,
  ignore_comune: false,
  ignore_limitrofi: false,
  from: '',
  to: '',
  reference: null,
};

/** Form for a search opened from a transit: its plate, on its plant. */
export const createFormFromTransit = (
  peerId: number,
  plate: string,
  transitId: string | undefined,
): AccompliceForm => ({
  ...EMPTY_ACCOMPLICE_FORM,
  plate,
  selectedPeer: peerId,
  reference: transitId === undefined ? null : { peerId, transitId },
});

/** ACC-06: time window around the transit, transit time minus and plus the minutes; null without a transit. */
export function computeTransitWindow({
  reference,
  minutes,
}: AccompliceForm): { readonly start: string; readonly end: string } | null {
  const ms = reference === null ? null : parseTransitIdMs(reference.transitId);
  if (ms === null) return null;
  const at = toInstant(ms);
  return { start: shiftMs(at, -minutes * MINUTE_MS), end: shiftMs(at, minutes * MINUTE_MS) };
}

export const canSearchAccomplices = ({ plate, from, to }: AccompliceForm): boolean =>
  isValidPlate(plate) && (from === '' || to === '' || from <= to);

type SearchBody = CallInput<typeof searchAccomplices>['body'];

/** Request body for one plant: by transit id if the transit belongs to that plant, else by plate. */
export function buildSearchBody(form: AccompliceForm, peerId: number): SearchBody {
  const { reference } = form;
  const times = computeTransitWindow(form);
  const isOwn = reference?.peerId === peerId && times !== null;
  return {
    ...(isOwn ? { id: reference.transitId, time_start: times.start, time_end: times.end } : { targa: form.plate }),
    delta_minutes: form.minutes,
    min_num_partners_passages: form.passages,
    ignore_comune_impianto: form.ignore_comune,
    ignore_limitrofi: form.ignore_limitrofi,
    ...(form.from === '' ? {} : { dal: startOfRomeDay(form.from) }),
    ...(form.to === '' ? {} : { al: shiftMs(shiftDays(startOfRomeDay(form.to), 1), -1) }),
  };
}
