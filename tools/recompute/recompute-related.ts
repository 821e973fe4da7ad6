import {
  AnswerError,
  readNumber,
  readRows,
  readText,
  toFields,
  type Fields,
  type RecomputedRow,
} from './read-fields.ts';

/** The formula `eventi-2` written a second time, from docs/models/eventi-correlati.md alone. The answer shows all digits. */

const MIN_OTHER_DAYS = 3;
/** Largest relative difference between two ways of computing the same number. */
const EXACT = 1e-9;

const isEqual = (one: number, other: number): boolean =>
  Math.abs(one - other) <= EXACT * Math.max(1, Math.abs(one), Math.abs(other));

interface EventFacts {
  readonly reads: number;
  readonly allReads: number;
  readonly plateReads: number;
  readonly matched: number;
}

/** Passes of the plate at the event that chance and habit explain: the largest of three. */
function expectedPasses({ reads, allReads, plateReads, matched }: EventFacts, habit: Fields | null): number {
  const byTraffic = (Math.max(0, plateReads - matched) + 1) * Math.min(1, reads / allReads);
  if (habit === null) return byTraffic;
  const days = readNumber(habit, 'altri_giorni');
  if (days < MIN_OTHER_DAYS) return byTraffic;
  const length = readNumber(habit, 'durata_giorni');
  const byPlaceAndHour = (length * readNumber(habit, 'giorni')) / (days + 0.5);
  const byHour = (length * readNumber(habit, 'letture') * readNumber(habit, 'quota_varchi')) / (days + 0.5);
  return Math.max(byTraffic, byPlaceAndHour, byHour);
}

/** -log10(1 - e^-expected), never below 0. */
function eventRarity(facts: EventFacts, habit: Fields | null): number {
  if (facts.reads <= 0 || facts.allReads <= 0) return 0;
  return Math.max(0, -Math.log10(-Math.expm1(-expectedPasses(facts, habit))));
}

/** Recomputes an answer of `/api/related_events` of one plant. Throws `AnswerError`. */
export function recomputeRelated(answer: Fields): readonly RecomputedRow[] {
  const events = readRows(answer, 'eventi').map((event) => readNumber(event, 'letti'));
  const allReads = readNumber(answer, 'letti_totale');
  return readRows(answer, 'objects').map((row) => {
    const differences: string[] = [];
    const own = readRows(row, 'eventi');
    let sum = 0;
    for (const part of own) {
      const at = readNumber(part, 'evento');
      const reads = events[at];
      if (reads === undefined) throw new AnswerError(`event ${at} is not in the answer`);
      const habit = part['abitudine'] === null ? null : toFields(part['abitudine'], 'abitudine');
      const facts = { reads, allReads, plateReads: readNumber(row, 'letture'), matched: own.length };
      const rarity = eventRarity(facts, habit);
      const shown = readNumber(part, 'rarita');
      if (!isEqual(shown, rarity)) differences.push(`event ${at + 1}: ${shown} shown, ${rarity} recomputed`);
      sum += rarity;
    }
    const shown = readNumber(row, 'rarita');
    if (!isEqual(shown, sum)) differences.push(`rarita: ${shown} shown, ${sum} recomputed`);
    return { plate: readText(row, 'targa'), shown, recomputed: sum, differences };
  });
}
