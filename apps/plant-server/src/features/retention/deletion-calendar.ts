import {
  DELETED_KINDS,
  type DeletedKind,
  type DeletedRows,
  type DeletionCalendar,
} from '@varco/contract/plant/deletions.ts';
import { addDays, toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { countAnswers } from '../look-ups/look-ups.public.ts';
import { countRestricted } from '../person-requests/person-requests.public.ts';
import { countByHold, type PastTermSource, type TermRange } from './count-past-term.repository.ts';
import { countTimedRows, isTimedKind, readFirstHour, readTransitsByLastDay } from './deletion-calendar.repository.ts';
import { computeDeletionTerms, computeEventRange } from './deletion-terms.ts';
import { countHolds } from './legal-holds.repository.ts';
import type { RetentionDeps } from './retention.deps.ts';

const DAY_MS = 86_400_000;

/** Kinds that a legal hold keeps, with where they are counted. */
const HOLD_SOURCES: Partial<Readonly<Record<DeletedKind, PastTermSource>>> = {
  transits: 'read_transits',
  unread: 'unread',
  alerts: 'alerts',
  plate_pictures: 'plate_pictures',
  context_pictures: 'context_pictures',
};

type Needs = Pick<RetentionDeps, 'store' | 'limits' | 'key'>;

/** Transits by the day on which their term ends, from a day on; what holds keep beyond their term. */
export async function readCalendar(
  { store: { runner }, limits }: Needs,
  { from, days, nowMs }: { readonly from: string; readonly days: number; readonly nowMs: number },
  signal: AbortSignal,
): Promise<DeletionCalendar> {
  const terms = computeDeletionTerms(await readPlantSettings(runner), limits.defaults);
  const shown = Array.from({ length: days }, (_, at) => addDays(from, at));
  const last = shown.at(-1) ?? from;
  const range = {
    fromMs: computeEventRange(from, terms.transits).fromMs,
    toMs: computeEventRange(last, terms.transits).toMs,
  };
  const found = new Map(
    (await readTransitsByLastDay(runner, range, terms.transits, signal)).map(({ day, transits }) => [day, transits]),
  );
  const today = toRomeDay(nowMs);
  const firstHour = await readFirstHour(runner, computeEventRange(today, terms.transits).fromMs, signal);
  const past = { fromMs: 0, toMs: nowMs - terms.transits * DAY_MS };
  return {
    today,
    first: firstHour === null ? null : toRomeDay(firstHour + terms.transits * DAY_MS),
    days: shown.map((day) => ({ day, transits: found.get(day) ?? 0 })),
    terms,
    holds: await countHolds(runner),
    held: (await countByHold(runner, 'read_transits', past, signal)).held,
  };
}

/** What reaches the end of its term on a day, by kind, counted now. */
export async function readDay(needs: Needs, day: string, signal: AbortSignal): Promise<readonly DeletedRows[]> {
  const { store, limits } = needs;
  const terms = computeDeletionTerms(await readPlantSettings(store.runner), limits.defaults);
  const rows: DeletedRows[] = [];
  for (const kind of DELETED_KINDS) {
    const range = computeEventRange(day, terms[kind]);
    const counts = await countKind(needs, kind, range, signal);
    rows.push({ kind, from: toIsoInstant(range.fromMs), to: toIsoInstant(range.toMs), ...counts });
  }
  return rows;
}

async function countKind(
  needs: Needs,
  kind: DeletedKind,
  range: TermRange,
  signal: AbortSignal,
): Promise<Pick<DeletedRows, 'due' | 'held'>> {
  if (kind === 'restricted') return countRestricted(needs, range, signal);
  const { runner } = needs.store;
  const source = HOLD_SOURCES[kind];
  if (source !== undefined) return countByHold(runner, source, range, signal);
  const due = isTimedKind(kind)
    ? await countTimedRows(runner, kind, range, signal)
    : await countAnswers(runner, range, signal);
  return { due, held: null };
}
