import { randomInt } from 'node:crypto';
import { AccompliceCandidate } from '@varco/contract/plant/accomplices.ts';
import { SuspectItem } from '@varco/contract/plant/suspects.ts';
import { ACCOMPLICE_VERSION } from '@varco/domain/analysis/accomplice-score.ts';
import { SUSPECT_VERSION } from '@varco/domain/analysis/suspect-score.ts';
import { expect, test } from 'vitest';
import { createRandom, type Random } from './testing/random.ts';
import { createAccompliceAnswer } from './testing/accomplice-answers.ts';
import { createRelatedAnswer } from './testing/related-answers.ts';
import { createSuspectAnswer } from './testing/suspect-answers.ts';
import { AnswerError } from './read-fields.ts';
import { recomputeAnswer } from './recompute-answer.ts';

const SEED = Number(process.env['VARCO_RECOMPUTE_SEED'] ?? randomInt(1, 1_000_000_000));
/** Scores of each model. */
const SCORES = 10_000;
/** Wrong numbers planted in the answers of each model. */
const FAULTS = 300;
/** Against hanging only: the machine may be busy with more than these tests. */
const LONG = { timeout: 60_000 };

/** The same answer as it arrives: through JSON. */
const send = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

interface Counts {
  rows: number;
  scored: number;
  high: number;
  readonly wrong: string[];
}

/** Recomputes answers until enough rows were read, and collects those that differ. */
function recomputeMany(create: (random: Random) => { readonly answer: unknown; readonly weights?: unknown }): Counts {
  const random = createRandom(SEED);
  const counts: Counts = { rows: 0, scored: 0, high: 0, wrong: [] };
  while (counts.rows < SCORES) {
    const { answer, weights = null } = create(random);
    for (const { plate, shown, differences } of recomputeAnswer(send(answer), send(weights)).rows) {
      counts.rows += 1;
      if (shown > 0) counts.scored += 1;
      if (shown >= 700) counts.high += 1;
      if (differences.length > 0)
        counts.wrong.push(`VARCO_RECOMPUTE_SEED=${SEED}, row ${counts.rows}, ${plate}: ${differences.join('; ')}`);
    }
  }
  return counts;
}

test('10 000 suspect scores of the product are recomputed from what the answer shows', LONG, () => {
  const { scored, high, wrong } = recomputeMany(createSuspectAnswer);
  expect(wrong).toEqual([]);
  expect(scored, `seed ${SEED}`).toBeGreaterThan(SCORES / 10);
  expect(high, `seed ${SEED}`).toBeGreaterThan(20);
});

test('10 000 accomplice scores of the product are recomputed from what the answer shows', LONG, () => {
  const { scored, wrong } = recomputeMany(createAccompliceAnswer);
  expect(wrong).toEqual([]);
  expect(scored, `seed ${SEED}`).toBeGreaterThan(SCORES / 10);
});

test('10 000 rarities of related events of the product are recomputed from what the answer shows', LONG, () => {
  const { scored, wrong } = recomputeMany(createRelatedAnswer);
  expect(wrong).toEqual([]);
  expect(scored, `seed ${SEED}`).toBeGreaterThan(SCORES / 2);
});

test('the generated answers have the form of the contract', () => {
  const random = createRandom(SEED);
  const items = createSuspectAnswer(random).answer.objects.flatMap((row) => row.items);
  const { candidates } = createAccompliceAnswer(random).answer;
  expect(items.filter((item) => !SuspectItem.safeParse(item).success)).toEqual([]);
  expect(candidates.filter((one) => !AccompliceCandidate.safeParse(one).success)).toEqual([]);
});

/** A number of a row made wrong by more than its rounding hides. */
type Fault = readonly [path: readonly (string | number)[], by: number];

/** Plants a fault in one row of an answer and takes it out again. Returns a complaint when the row was not found. */
function describeMissed(
  answer: unknown,
  list: string,
  at: number,
  [path, by]: Fault,
  weights: unknown = null,
): readonly string[] {
  let part: unknown = Reflect.get(Object(Reflect.get(Object(answer), list)), at);
  for (const step of path.slice(0, -1)) part = Reflect.get(Object(part), step);
  const last = path.at(-1) ?? '';
  const before: unknown = Reflect.get(Object(part), last);
  Reflect.set(Object(part), last, typeof before === 'boolean' ? !before : Number(before) + by);
  const found = recomputeAnswer(answer, weights).rows[at]?.differences ?? [];
  Reflect.set(Object(part), last, before);
  return found.length > 0 ? [] : [`VARCO_RECOMPUTE_SEED=${SEED}: ${list}[${at}].${path.join('.')} by ${by}`];
}

/** Plants faults in rows of fresh answers until there were enough. Returns those that were not found. */
function plantFaults(plantInAnswer: (random: Random) => readonly (readonly string[])[]): readonly string[] {
  const random = createRandom(SEED);
  const missed: (readonly string[])[] = [];
  while (missed.length < FAULTS) missed.push(...plantInAnswer(random));
  return missed.flat();
}

test('a wrong number planted in a suspect is found: score, points of any item, code, mark', LONG, () => {
  const missed = plantFaults((random) => {
    const { answer, weights } = createSuspectAnswer(random);
    const sent = send(answer);
    return answer.objects.flatMap(({ items }, at) => {
      if (items.length === 0) return [];
      const by = random.pick([-7, -1, 1, 30]);
      const faults: readonly Fault[] = [
        [['score'], by],
        [['items', random.whole(0, items.length - 1), 'points'], by],
        [['code'], 1],
        [['high_interest'], 0],
      ];
      return [describeMissed(sent, 'objects', at, random.pick(faults), weights)];
    });
  });
  expect(missed).toEqual([]);
});

test('a wrong number planted in an accomplice is found: points, score, strength, factor, weight, mark', LONG, () => {
  const missed = plantFaults((random) => {
    const { answer } = createAccompliceAnswer(random);
    const sent = send(answer);
    return answer.candidates.flatMap(({ viaggi }, at) => {
      if (viaggi.length === 0) return [];
      const faults: readonly Fault[] = [
        [['abs_score'], random.pick([2, 40])],
        [['score'], 0.001],
        [['forza'], random.pick([-0.01, 0.5])],
        [['fattore'], random.pick([-0.01, 0.5])],
        [['scala'], 2],
        [['viaggi', random.whole(0, viaggi.length - 1), 'peso'], random.pick([-0.5, 0.5])],
        [['alta_probabilita'], 0],
      ];
      return [describeMissed(sent, 'candidates', at, random.pick(faults))];
    });
  });
  expect(missed).toEqual([]);
});

test('a wrong number planted in related events is found: rarity of an event, and the sum', LONG, () => {
  const missed = plantFaults((random) => {
    const { answer } = createRelatedAnswer(random);
    const sent = send(answer);
    return answer.objects.map(({ eventi }, at) => {
      const by = random.pick([-1e-4, 0.2]);
      const event = random.whole(0, eventi.length - 1);
      return describeMissed(
        sent,
        'objects',
        at,
        random.pick<Fault>([
          [['rarita'], by],
          [['eventi', event, 'rarita'], by],
        ]),
      );
    });
  });
  expect(missed).toEqual([]);
});

test.each([
  ['no object', []],
  ['nothing', null],
  ['another answer', { objects: [] }],
  ['an older formula of suspects', { versione: 'suspect-5', objects: [] }],
  ['a newer formula of accomplices', { versione: 'accomplice-3', candidates: [] }],
  ['rows that are no list', { versione: SUSPECT_VERSION, objects: {} }],
  ['a number as text', { versione: ACCOMPLICE_VERSION, confrontate: '7', candidates: [] }],
  ['a feature nobody knows', suspectWith({ feature: '__proto__', points: 1, value: 1 })],
  ['an item without its numbers', suspectWith({ feature: 'night', points: 40, value: 9 })],
  ['an event that is not there', { letti_totale: 9, eventi: [], objects: [{ letture: 1, eventi: [{ evento: 4 }] }] }],
])('%s is refused, not judged', (_, answer) => {
  expect(() => recomputeAnswer(answer)).toThrow(AnswerError);
});

function suspectWith(item: object): object {
  const row = { score: 1, code: 0, plate_count: 9, high_interest: false, transit: { targa: 'GK508RB' }, items: [item] };
  return { versione: SUSPECT_VERSION, objects: [row] };
}
