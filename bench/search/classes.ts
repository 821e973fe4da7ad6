import { isoOf } from '@varco/domain/time/rome.ts';
import { at, type Rng, weighted } from '@varco/sim/random.ts';
import type { DeepRow, Facts } from './facts.ts';
import type { PlateAsk, Question } from './question.ts';

/** One class of queries with its target from the issue. */
export interface QueryClass {
  readonly id: string;
  readonly label: string;
  /**
   * Target of the warm 95th percentile in milliseconds; `twice`: at most twice that of the named class; null: no
   * target.
   */
  readonly target: number | { readonly twice: string } | null;
  readonly ask: (rng: Rng, facts: Facts) => Question;
}

const DAY_MS = 86_400_000;
const OPEN = { from: null, to: null };

/** A random window: everything, the last days, past days, or past hours. */
function anyWindow(rng: Rng, { fromMs, toMs }: Facts): Pick<Question, 'from' | 'to'> {
  const length = at([7 * DAY_MS, 20 * DAY_MS, 6 * 3_600_000], rng.int(3));
  const start = Math.floor(rng.between(fromMs, toMs - length));
  return at(
    [OPEN, { from: isoOf(toMs - 7 * DAY_MS), to: null }, { from: isoOf(start), to: isoOf(start + length) }],
    rng.int(3),
  );
}

const plateOf = (rng: Rng, facts: Facts): string => rng.pick(rng.chance(0.5) ? facts.plates : facts.busyPlates);
const part = (plate: string, from: number, length: number): string => plate.slice(from, from + length);

type Pattern = (plate: string, rng: Rng) => string;

const wildcard = (id: string, label: string, pattern: Pattern): QueryClass => ({
  id,
  label: `${label}, page and exact count, any window`,
  target: 100,
  ask: (rng, facts) => ({
    want: 'both',
    plate: { how: 'pattern', pattern: pattern(plateOf(rng, facts), rng) },
    ...anyWindow(rng, facts),
  }),
});

const plateClass = (id: string, label: string, target: number, ask: (plate: string) => PlateAsk): QueryClass => ({
  id,
  label,
  target,
  ask: (rng, facts) => ({ want: 'page', plate: ask(plateOf(rng, facts)), ...anyWindow(rng, facts) }),
});

const COLOURS = weighted([
  ['grey', 4],
  ['white', 3],
  ['black', 2],
  ['red', 1],
] as const);

const threeGates = (rng: Rng, { gates }: Facts): readonly number[] =>
  [0, 1, 2].map((i) => 1 + ((rng.int(gates) + i * 7) % gates));

const gatesAnd = (rng: Rng, facts: Facts, want: Question['want']): Question => ({
  want,
  gates: threeGates(rng, facts),
  colour: COLOURS(rng.next()),
  brand: rng.pick(facts.brands),
  vclass: rng.chance(0.8) ? 'car' : 'van',
  ...anyWindow(rng, facts),
});

const recurrence = (
  id: string,
  label: string,
  operator: 'lt' | 'eq' | 'gt',
  counts: readonly number[],
): QueryClass => ({
  id,
  label,
  target: 50,
  ask: (rng, facts) => ({ want: 'page', recurrence: { operator, n: rng.pick(counts) }, ...anyWindow(rng, facts) }),
});

const sorted = (id: string, label: string, measure: 'transits' | 'days'): QueryClass => ({
  id,
  label,
  target: null,
  ask: (rng, facts) => ({
    want: 'page',
    orderBy: { measure, most: rng.chance(0.5) ? 'first' : 'last' },
    ...anyWindow(rng, facts),
  }),
});

/** The page after a row, over everything up to the end of the simulated period. */
const pageAfter = ({ id, offset, gates }: DeepRow, { toMs }: Facts): Question => ({
  want: 'page',
  from: null,
  to: isoOf(toMs),
  offset,
  afterId: id,
  ...(gates === undefined ? {} : { gates }),
});

/** Every class of the issue, with its wording and targets. */
export const CLASSES: readonly QueryClass[] = [
  {
    id: 'history',
    label: 'all transits of one plate, page',
    target: 10,
    ask: (rng, facts) => ({ want: 'page', plate: { how: 'pattern', pattern: plateOf(rng, facts) }, ...OPEN }),
  },
  wildcard('prefix', 'begins with', (plate, rng) => `${part(plate, 0, 2 + rng.int(3))}*`),
  wildcard('suffix', 'ends with', (plate, rng) => `*${plate.slice(-(2 + rng.int(3)))}`),
  wildcard(
    'contains',
    'contains 2 or 3 characters',
    (plate, rng) => `*${part(plate, 1 + rng.int(3), 2 + rng.int(2))}*`,
  ),
  wildcard('contains-rare', 'contains 4 characters', (plate, rng) => `*${part(plate, rng.int(3), 4)}*`),
  wildcard('combination', 'begins and ends with', (plate) => `${part(plate, 0, 2)}*${plate.slice(-2)}`),
  wildcard(
    'unknown',
    'begins and ends with, unknown characters between',
    (plate) => `${part(plate, 0, 2)}{${Math.max(1, plate.length - 4)}}${plate.slice(-2)}`,
  ),
  wildcard(
    'list',
    'list of plates and patterns',
    (plate, rng) => `${plate},${part(plate, 0, 4)}*,*${plate.slice(-4)},ZZ${rng.int(1000)}`,
  ),
  wildcard('no-match', 'nothing matches', (plate, rng) => `*QX${rng.int(10)}Q${part(plate, 0, 1)}*`),
  plateClass('misreads', 'misreads of a plate, page', 50, (plate) => ({ how: 'misread', plate })),
  ...([1, 2, 3] as const).map((errors) =>
    plateClass(`edits-${errors}`, `up to ${errors} characters changed, missing or too many, page`, 150, (plate) => ({
      how: 'near',
      plate,
      errors,
      misreads: false,
    })),
  ),
  plateClass('misreads-edits', 'misreads and up to 3 edits together, page', 150, (plate) => ({
    how: 'near',
    plate,
    errors: 3,
    misreads: true,
  })),
  {
    id: 'gates',
    label: '3 gates, colour, brand, type, page',
    target: 50,
    ask: (rng, facts) => gatesAnd(rng, facts, 'page'),
  },
  {
    id: 'gates-count',
    label: '3 gates, colour, brand, type, exact count',
    target: 50,
    ask: (rng, facts) => gatesAnd(rng, facts, 'count'),
  },
  {
    id: 'distinct',
    label: 'each plate once, page',
    target: 50,
    ask: (rng, facts) => ({ want: 'page', distinct: true, ...anyWindow(rng, facts) }),
  },
  recurrence('more-than', 'plates seen more than n times, page', 'gt', [1, 5, 20, 60]),
  recurrence('less-than', 'plates seen less than n times, page', 'lt', [2, 5, 10]),
  recurrence('exactly', 'plates seen exactly n times, page', 'eq', [1, 5, 30, 60]),
  {
    id: 'recurrence-count',
    label: 'plates seen more than, less than or exactly n times, exact count',
    target: null,
    ask: (rng, facts) => ({
      want: 'count',
      recurrence: { operator: at(['gt', 'lt', 'eq'] as const, rng.int(3)), n: at([2, 5, 20], rng.int(3)) },
      ...anyWindow(rng, facts),
    }),
  },
  {
    id: 'distinct-count',
    label: 'each plate once, exact count',
    target: null,
    ask: (rng, facts) => ({ want: 'count', distinct: true, ...anyWindow(rng, facts) }),
  },
  sorted('sorted-often', 'sorted by how often the plate passed, page', 'transits'),
  sorted('sorted-days', 'sorted by the days on which the plate passed, page', 'days'),
  {
    id: 'adr',
    label: 'dangerous goods, page',
    target: 50,
    ask: (rng, facts) => ({ want: 'page', adr: true, ...anyWindow(rng, facts) }),
  },
  {
    id: 'newest',
    label: 'no filter, page',
    target: 50,
    ask: (_rng, { toMs }) => ({ want: 'page', from: null, to: isoOf(toMs) }),
  },
  {
    id: 'newest-next',
    label: 'no filter, next page at any depth',
    target: { twice: 'newest' },
    ask: (rng, facts) => pageAfter(rng.pick(facts.deep), facts),
  },
  {
    id: 'newest-jump',
    label: 'no filter, jump to a page up to 4,000',
    target: null,
    ask: (rng, facts) => ({ want: 'page', from: null, to: isoOf(facts.toMs), offset: rng.pick(facts.deep).offset }),
  },
  {
    id: 'three-gates',
    label: '3 gates, page',
    target: 50,
    ask: (rng, facts) => ({ want: 'page', gates: threeGates(rng, facts), from: null, to: isoOf(facts.toMs) }),
  },
  {
    id: 'three-gates-next',
    label: '3 gates, next page at any depth',
    target: { twice: 'three-gates' },
    ask: (rng, facts) => pageAfter(rng.pick(facts.deepOfGates), facts),
  },
];
