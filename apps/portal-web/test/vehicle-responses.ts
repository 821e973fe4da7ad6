import type { AccompliceResponse, AccompliceCandidate } from '@varco/contract/plant/accomplices.ts';
import type { Suspect, SuspectPage } from '@varco/contract/plant/suspects.ts';
import { computeBayesFactor, scoreAccomplice, toVerbalStrength } from '@varco/domain/analysis/accomplice-score.ts';
import { ExcessShares, MIN_MOVEMENT, type MovementFacts } from '@varco/domain/analysis/excess-shares.ts';
import { computeSuspectScore, DEFAULT_SUSPECT_WEIGHTS } from '@varco/domain/analysis/suspect-score.ts';
import { createTransit } from './create-transit.ts';
import { createGate } from './create-gate.ts';
import { buildPagination } from './pagination.ts';

/** Accomplices and suspects of the test plant; invented. */
const AT = '2026-11-20T08:00:00.000Z';
const laterInstant = (seconds: number): string => new Date(Date.parse(AT) + seconds * 1000).toISOString();

function buildCandidate(plate: string, factor: number, more: Partial<AccompliceCandidate> = {}): AccompliceCandidate {
  const { score, absScore, strength } = scoreAccomplice(factor, 1000);
  return {
    plate1: 'GK508RB',
    plate2: plate,
    score,
    abs_score: absScore,
    count_disabled: 0,
    transits: [30, -30].map((diff, index) => ({
      gate_id: index + 1,
      date_base: laterInstant(index * 600),
      date_partner: laterInstant(index * 600 + diff),
      id_base: String(100 + index),
      id_partner: String(200 + index),
      time_diff: diff,
    })),
    alta_probabilita: absScore >= 350,
    solo_uno: false,
    fattore: factor,
    forza: strength,
    scala: toVerbalStrength(strength),
    viaggi: [
      {
        sessione: 0,
        incontri: 2,
        caso: 0.001,
        catena: 0.3,
        peso: 3.25,
        quota_percorso: 0.31,
        abitudine_giorni: 0,
        abitudine_su: 9,
      },
    ],
    giorni: 1,
    senza: [[1, 0.002]],
    attesi: 0.003,
    abitudine_nota: true,
    stessa_ora: false,
    distacco_s: 30,
    ordine: 'alterna',
    letture: 12,
    classe: 'car',
    nazione: 'I',
    ...more,
  };
}

/** Trips together, with their probability and the contribution of staying together; then the probabilities of the other trips. */
const TRIPS = [
  [0.000_312, 0.7432],
  [0.0187, -0.4559],
  [0.41, 0],
] as const;
const WITHOUT = [0.0021, 0.0468, 0.95, 0.000_004, 0.3] as const;

/** A candidate whose score is computed from its trips by the formula, for a test that recomputes it. */
const buildFormulaCandidate = (): AccompliceCandidate => {
  const trips = TRIPS.map(([caso, catena], sessione) => ({
    sessione,
    incontri: 2,
    caso,
    catena,
    peso: Math.min(12, Math.log10(0.9 / caso) + catena),
    quota_percorso: 0.31,
    abitudine_giorni: sessione,
    abitudine_su: 9,
  }));
  const factor = computeBayesFactor(
    trips.map(({ peso }) => peso),
    WITHOUT,
  );
  return buildCandidate('RE100AL', factor, {
    viaggi: trips,
    senza: WITHOUT.map((chance, at): [number, number] => [trips.length + at, chance]),
  });
};

const singleTripCandidate = buildCandidate('SI111NG', 0, {
  solo_uno: true,
  viaggi: [],
  abs_score: 0,
  score: 0,
  alta_probabilita: false,
});

/** `NO000NE`: no candidate; `ON111LY`: a single passage only; `FO111LA`: a candidate whose numbers are consistent. */
export function buildAccompliceResponse(body: Readonly<Record<string, unknown>>): AccompliceResponse {
  const plate = typeof body['targa'] === 'string' ? body['targa'] : 'GK508RB';
  const usual = [buildCandidate('FT553ZB', 6.5), buildCandidate('DV664PS', 6.49), singleTripCandidate];
  const special = new Map([
    ['NO000NE', []],
    ['ON111LY', [singleTripCandidate]],
    ['FO111LA', [buildFormulaCandidate()]],
  ]);
  const session = (minute: number) => ({
    dal: laterInstant(minute * 60),
    al: laterInstant((minute + 20) * 60),
    passaggi: 2,
  });
  return {
    candidates: special.get(plate) ?? usual,
    versione: 'accomplice-2',
    targa: plate,
    riferimento: { id: '100', gate_id: 1, data: AT },
    delta_minutes: 5,
    periodo: { dal: '2026-10-21T08:00:00.000Z', al: AT },
    confronto: { dal: '2026-09-23T08:00:00.000Z', al: AT },
    passaggi: [0, 1].map((index) => ({
      id: String(100 + index),
      gate_id: index + 1,
      data: laterInstant(index * 600),
      sessione: 0,
    })),
    sessioni: Array.from({ length: 8 }, (_, n) => session(n * 2000)),
    confrontate: 1000,
    count_disabled: plate === 'NO000NE' ? 0 : 3,
    letture_errate: [],
    esclusi: 0,
    troncato: false,
    debole: false,
    limitazioni: plate === 'RU000LO' ? ['look_back'] : [],
    took_ms: 12,
  };
}

const EMPTY_COUNTS = { habit: null, alike: null, alike_of: null, rarity: null, plates: null, of: null, most: null };

const FORMULA_PASSAGES = 100;
/**
 * A suspect whose points are computed by the formula. Among 6418 plates, some exceed their usual behaviour by the same
 * amount, more or less.
 */
function buildFormulaSuspect(): Suspect {
  const moving = (loops: number, night: number, reads: number, others = [4, 3, 15]): MovementFacts => ({
    ...{ reads, passages: reads },
    value: { night, night_days: others[0] ?? 0, loops, night_loops: others[1] ?? 0, gates: others[2] ?? 0 },
    habit: { night: 2, night_days: 0.5, loops: 1, night_loops: 0, gates: 3 },
  });
  const others = [
    ...Array.from({ length: 110 }, (_, n) => moving(n % 24, n % 31, 9)),
    // One in ten plates with as many reads exceeds its habits slightly.
    ...Array.from({ length: 12 }, () => moving(3, 4, FORMULA_PASSAGES, [1, 0, 4])),
  ];
  // Of a hundred passages a few are unusual; the points are proportional to them.
  const facts = moving(15, 12, FORMULA_PASSAGES);
  const { score, items, code } = computeSuspectScore(
    facts,
    {
      convoy: 131,
      discarded: 0,
      isFirstSeen: false,
      isForeign: true,
      isUninsured: true,
      isUninspected: false,
      looksMisread: false,
    },
    new ExcessShares([2000, 1500, 1300, 1018, 500, 0, 100], [facts, ...others]),
    DEFAULT_SUSPECT_WEIGHTS,
  );
  return {
    ...buildSuspect(9, score),
    plate_count: FORMULA_PASSAGES,
    score,
    score_normalized: score / 1000,
    code,
    items: items.map(({ alikeOf, ...item }) => ({ ...item, alike_of: alikeOf })),
    high_interest: score >= 700,
  };
}

const buildSuspect = (id: number, score: number): Suspect => {
  const isStrong = score >= 700;
  const points = isStrong ? score - 300 : score;
  return {
    score,
    score_normalized: score / 1000,
    not_insured: id === 1,
    not_inspected: false,
    suspect_flags: ['loops'],
    plate_count: 7,
    code: 255,
    visura_ok: true,
    non_national: false,
    local_zone: id === 1,
    transit: createTransit(id, { assicurata: id === 1 ? 'no' : 'si' }),
    items: [
      {
        ...EMPTY_COUNTS,
        feature: 'loops',
        points,
        value: MIN_MOVEMENT.loops,
        habit: 0,
        alike: 1.2,
        alike_of: 57,
        rarity: 640,
        plates: 10,
        of: 6418,
        most: 700,
      },
      ...(isStrong ? [{ ...EMPTY_COUNTS, feature: 'strong' as const, points: 300, value: points }] : []),
    ],
    high_interest: isStrong,
  };
};

/** Plate `N200`: two hundred rows; otherwise three, one of them of high interest. */
export function buildSuspectPage(body: Readonly<Record<string, unknown>>): SuspectPage {
  const count = body['plate'] === 'N200' ? 200 : body['plate'] === 'N199' ? 199 : 3;
  return {
    objects:
      body['plate'] === 'FO111LA'
        ? [buildFormulaSuspect()]
        : Array.from({ length: count }, (_, index) => buildSuspect(index + 1, index === 0 ? 912 : 380 - index)),
    versione: 'suspect-5',
    plates: 6418,
    spans: 4,
    whitelisted: 0,
    more: count === 200,
    ...(body['plate'] === 'JU*' ? { misreads: 3, unjudged: true } : {}),
    limitations: body['plate'] === 'RU*' ? ['look_back'] : [],
    took_ms: 30,
  };
}

export const buildSuspectWeights = (canChange: boolean) => ({
  weights: DEFAULT_SUSPECT_WEIGHTS,
  changed_at: null,
  changed_by: '',
  can_change: canChange,
  changes: [],
});

export const buildTestGates = () => ({
  objects: [1, 2].map((id) => createGate(id, { gps_lat: 44.1 + id / 50, gps_lon: 12.2 + id / 50 })),
  pagination: buildPagination(2),
});
