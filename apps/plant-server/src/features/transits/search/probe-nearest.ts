import { sql } from 'kysely';
import type { RecurrenceAsk } from '../../../plate-index/recurrence.ts';
import { probePlates, type Drive } from './drivers.ts';
import type { IndexedPlates } from './indexed-plates.ts';
import type { TransitKey } from '../transit-row.ts';
import { among, MOST_PROBED_PLATES } from './plate-terms.ts';
import { indexAskOf } from './recurrence.ts';
import type { Runner } from '../../../database/statement.ts';

const ROUNDS = 3;
/** Each round asks for this many times more rows: those found were too few, because a person sees some gates only. */
const WIDER = 8;

/**
 * Nothing but plates, how often they passed, gates and time is asked, and more plates than can simply be probed each.
 * `recurrence`: what the index is asked of it; the probes ask it exactly.
 */
function indexedOf({
  search,
  count,
  part,
}: Drive): (IndexedPlates & { readonly recurrence: RecurrenceAsk | null }) | null {
  const { plates, conditions, distinct, recurrence } = search;
  if (conditions.length > 0 || distinct || plates.indexed?.corrected.plates == null) return null;
  if (plates.kind === 'plates' && plates.plates.length <= count) return null;
  if (recurrence === null) return plates.kind === 'all' ? null : { ...plates.indexed, recurrence: null };
  // At some gates only a plate that passed often may not have a row at all.
  const ask = part.gates === null ? indexAskOf(recurrence) : null;
  return ask === null ? null : { ...plates.indexed, recurrence: ask };
}

/**
 * First `count` keys in time order by probing only the plates that can have them: the index names those and the stretch
 * of time for which they are all there are. Complete when the stretch holds enough rows or is the whole; null: another
 * way has to be taken. Source: storage design, part 7 (Q2).
 */
export async function probeNearest(
  runner: Runner,
  drive: Drive,
  signal?: AbortSignal,
): Promise<readonly TransitKey[] | null> {
  const indexed = indexedOf(drive);
  if (indexed === null) return null;
  const { part, order, count } = drive;
  for (let round = 0, wanted = count; round < ROUNDS; round += 1, wanted *= WIDER) {
    const request = {
      fromMs: part.fromMs,
      toMs: part.toMs,
      order,
      count: wanted,
      most: MOST_PROBED_PLATES,
      recurrence: indexed.recurrence,
    };
    const candidates = await indexed.index.candidates(indexed.question, request, signal);
    if (candidates === null) return null;
    const { plates, fromMs, toMs, isWhole } = candidates;
    const narrow = {
      ...drive,
      part: { ...part, fromMs, toMs },
      search: { ...drive.search, plates: matchesOf(indexed, plates) },
    };
    const keys = await probePlates(runner, narrow, narrow.search.plates.plates, signal);
    if (keys.length >= count || isWhole) return keys;
  }
  return null;
}

/** Only these plates as read, and those that fit through a correction. */
function matchesOf({ corrected }: IndexedPlates, plates: readonly string[]) {
  const throughCorrection = [...(corrected.plates ?? [])];
  const hasCorrected = throughCorrection.length > 0;
  // Each probe asks for one of the plates; only a corrected one must say more.
  const condition = hasCorrected
    ? sql<boolean>`(${among('t.plate', plates)} or (t.plate, t.ts, t.id) in (
        select c.plate, c.ts, c.id from plate_correction as c where ${corrected.condition}))`
    : sql<boolean>`true`;
  return { kind: 'plates' as const, plates: [...new Set([...plates, ...throughCorrection])], condition, hasCorrected };
}
