import type { AccompliceCandidate } from '@varco/contract/plant/accomplices.ts';
import { toVerbalStrength } from '@varco/domain/analysis/accomplice-score.ts';
import { localDay, localSecond } from '@varco/domain/analysis/day-kind.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import type { Meeting, TimedRead } from './cotravelling-plates.repository.ts';
import type { TransitRow } from '../transits/transits.public.ts';
import type { FoundCandidate } from './find-accomplices.ts';

const SAME_HOUR_S = 20 * 60;
const DAY_S = 86_400;

export interface CandidateContext {
  readonly plate: string;
  readonly passages: readonly TimedRead[];
  readonly codes: CodeDictionary;
  /** Newest meeting of each candidate. */
  readonly rows: ReadonlyMap<string, TransitRow>;
}

const roundTo = (value: number, digits = 4): number => {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
};

function toPassageRows(meetings: readonly Meeting[], passages: readonly TimedRead[]): AccompliceCandidate['transits'] {
  return meetings.flatMap(({ place: passageIndex, id, ms }) => {
    const base = passages[passageIndex];
    if (base === undefined) return [];
    return [
      {
        gate_id: base.gate,
        date_base: toIsoInstant(base.ms),
        date_partner: toIsoInstant(ms),
        id_base: base.id,
        id_partner: id,
        time_diff: (ms - base.ms) / 1000,
      },
    ];
  });
}

/** Median of the seconds between the two vehicles, and which one goes first. */
function computeGap(transits: AccompliceCandidate['transits']): Pick<AccompliceCandidate, 'distacco_s' | 'ordine'> {
  const apart = transits.map(({ time_diff: diff }) => Math.abs(diff)).sort((a, b) => a - b);
  const hasFirst = transits.some(({ time_diff: diff }) => diff < 0);
  const hasLater = transits.some(({ time_diff: diff }) => diff > 0);
  return {
    distacco_s: apart[apart.length >> 1] ?? 0,
    ordine: hasFirst && hasLater ? 'alterna' : hasFirst ? 'prima' : 'dopo',
  };
}

/** True when all meetings are within 20 minutes of one time of day, which suggests a habit. */
function isSameHour(meetings: readonly Meeting[], passages: readonly TimedRead[]): boolean {
  const seconds = meetings.map(({ place: passageIndex }) => localSecond(passages[passageIndex]?.localMs ?? 0));
  const away = (a: number, b: number): number => Math.min(Math.abs(a - b), DAY_S - Math.abs(a - b));
  return seconds.length > 1 && seconds.some((middle) => seconds.every((other) => away(middle, other) <= SAME_HOUR_S));
}

/** A candidate in wire format: score, passages and every number the score is based on. */
export function toCandidate(found: FoundCandidate, context: CandidateContext): AccompliceCandidate {
  const { passages, codes } = context;
  const transits = toPassageRows(found.meetings, passages);
  const { joint, missed } = found.evidence;
  const row = context.rows.get(found.plate);
  return {
    plate1: context.plate,
    plate2: found.plate,
    score: roundTo(found.score.score),
    abs_score: found.score.absScore,
    count_disabled: found.disabled,
    transits,
    alta_probabilita: found.isHigh,
    solo_uno: false,
    fattore: roundTo(found.score.factor),
    forza: roundTo(found.score.strength),
    scala: toVerbalStrength(found.score.strength),
    viaggi: joint.map((trip) => ({
      sessione: trip.session,
      incontri: trip.meetings,
      caso: roundTo(trip.chance, 9),
      catena: roundTo(trip.chain),
      peso: roundTo(trip.weight),
      quota_percorso: trip.routeShare === null ? null : roundTo(trip.routeShare, 6),
      abitudine_giorni: trip.habit.days,
      abitudine_su: trip.habit.comparedDays,
    })),
    giorni: new Set(found.meetings.map(({ place: passageIndex }) => localDay(passages[passageIndex]?.localMs ?? 0)))
      .size,
    senza: missed.map(({ session, chance }) => [session, roundTo(chance, 6)]),
    attesi: roundTo(
      [...joint, ...missed].reduce((sum, { chance }) => sum + chance, 0),
      6,
    ),
    abitudine_nota: found.isHabitKnown,
    stessa_ora: isSameHour(found.meetings, passages),
    ...computeGap(transits),
    letture: found.reads,
    ...toVehicle(row, codes),
  };
}

const toVehicle = (
  row: TransitRow | undefined,
  codes: CodeDictionary,
): Pick<AccompliceCandidate, 'classe' | 'nazione'> => ({
  classe: row === undefined ? '' : codes.getWord('class', row.vclass),
  nazione: row === undefined ? '' : codes.getWord('nation', row.nation),
});

/** A plate that met the target once, at the reference passage. Listed without a score. */
export function toSingle(plate: string, meeting: Meeting, context: CandidateContext): AccompliceCandidate {
  const transits = toPassageRows([meeting], context.passages);
  return {
    plate1: context.plate,
    plate2: plate,
    score: 0,
    abs_score: 0,
    count_disabled: 0,
    transits,
    alta_probabilita: false,
    solo_uno: true,
    fattore: 0,
    forza: 0,
    scala: 0,
    viaggi: [],
    giorni: 1,
    senza: [],
    attesi: 0,
    abitudine_nota: false,
    stessa_ora: false,
    ...computeGap(transits),
    letture: 0,
    ...toVehicle(context.rows.get(plate), context.codes),
  };
}
