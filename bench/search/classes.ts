import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { itemAt, type Rng, createWeightedDraw } from '@varco/sim/random.ts';
import type { DeepRow, SearchInputs } from './query-inputs.ts';
import type { PlateMatch, TransitQuery } from './transit-query.ts';

/** One class of queries with its target from the issue. */
export interface QueryClass {
  readonly id: string;
  readonly label: string;
  /** Target of the warm 95th percentile in milliseconds; `twice`: at most twice that of the named class. */
  readonly target: number | { readonly twice: string };
  readonly ask: (rng: Rng, facts: SearchInputs) => TransitQuery;
}

const DAY_MS = 86_400_000;
const OPEN = { from: null, to: null };

/** A random window: everything, the last days, past days, or past hours. */
function drawAnyWindow(rng: Rng, { fromMs, toMs }: SearchInputs): Pick<TransitQuery, 'from' | 'to'> {
  const length = itemAt([7 * DAY_MS, 20 * DAY_MS, 6 * 3_600_000], rng.int(3));
  const start = Math.floor(rng.between(fromMs, toMs - length));
  return itemAt(
    [
      OPEN,
      { from: toIsoInstant(toMs - 7 * DAY_MS), to: null },
      { from: toIsoInstant(start), to: toIsoInstant(start + length) },
    ],
    rng.int(3),
  );
}

const pickPlate = (rng: Rng, facts: SearchInputs): string =>
  rng.pick(rng.chance(0.5) ? facts.plates : facts.busyPlates);
const pickPart = (plate: string, from: number, length: number): string => plate.slice(from, from + length);

type PatternBuilder = (plate: string, rng: Rng) => string;

const buildWildcard = (id: string, label: string, pattern: PatternBuilder): QueryClass => ({
  id,
  label: `${label}, page and exact count, any window`,
  target: 60,
  ask: (rng, facts) => ({
    want: 'both',
    plate: { how: 'pattern', pattern: pattern(pickPlate(rng, facts), rng) },
    ...drawAnyWindow(rng, facts),
  }),
});

const buildPlateClass = (
  id: string,
  label: string,
  target: number,
  ask: (plate: string) => PlateMatch,
): QueryClass => ({
  id,
  label,
  target,
  ask: (rng, facts) => ({ want: 'page', plate: ask(pickPlate(rng, facts)), ...drawAnyWindow(rng, facts) }),
});

const COLOURS = createWeightedDraw([
  ['grey', 4],
  ['white', 3],
  ['black', 2],
  ['red', 1],
] as const);

const drawThreeGates = (rng: Rng, { gates }: SearchInputs): readonly number[] =>
  [0, 1, 2].map((i) => 1 + ((rng.int(gates) + i * 7) % gates));

const combineWithGates = (rng: Rng, facts: SearchInputs, want: TransitQuery['want']): TransitQuery => ({
  want,
  gates: drawThreeGates(rng, facts),
  colour: COLOURS(rng.next()),
  brand: rng.pick(facts.brands),
  vclass: rng.chance(0.8) ? 'car' : 'van',
  ...drawAnyWindow(rng, facts),
});

const buildRecurrence = (
  id: string,
  label: string,
  operator: 'lt' | 'eq' | 'gt',
  counts: readonly number[],
): QueryClass => ({
  id,
  label,
  target: 50,
  ask: (rng, facts) => ({ want: 'page', recurrence: { operator, n: rng.pick(counts) }, ...drawAnyWindow(rng, facts) }),
});

const buildSortedClass = (id: string, label: string, measure: 'transits' | 'days'): QueryClass => ({
  id,
  label,
  target: 60,
  ask: (rng, facts) => ({
    want: 'page',
    orderBy: { measure, most: rng.chance(0.5) ? 'first' : 'last' },
    ...drawAnyWindow(rng, facts),
  }),
});

/** The page after a row, over everything up to the end of the simulated period. */
const buildPageAfter = ({ id, offset, gates }: DeepRow, { toMs }: SearchInputs): TransitQuery => ({
  want: 'page',
  from: null,
  to: toIsoInstant(toMs),
  offset,
  afterId: id,
  ...(gates === undefined ? {} : { gates }),
});

/** Every class of the issue, with its wording and targets. */
export const CLASSES: readonly QueryClass[] = [
  {
    id: 'history',
    label: 'all transits of one plate, page',
    target: 8,
    ask: (rng, facts) => ({ want: 'page', plate: { how: 'pattern', pattern: pickPlate(rng, facts) }, ...OPEN }),
  },
  buildWildcard('prefix', 'begins with', (plate, rng) => `${pickPart(plate, 0, 2 + rng.int(3))}*`),
  buildWildcard('suffix', 'ends with', (plate, rng) => `*${plate.slice(-(2 + rng.int(3)))}`),
  buildWildcard(
    'contains',
    'contains 2 or 3 characters',
    (plate, rng) => `*${pickPart(plate, 1 + rng.int(3), 2 + rng.int(2))}*`,
  ),
  buildWildcard('contains-rare', 'contains 4 characters', (plate, rng) => `*${pickPart(plate, rng.int(3), 4)}*`),
  buildWildcard('combination', 'begins and ends with', (plate) => `${pickPart(plate, 0, 2)}*${plate.slice(-2)}`),
  buildWildcard(
    'unknown',
    'begins and ends with, unknown characters between',
    (plate) => `${pickPart(plate, 0, 2)}{${Math.max(1, plate.length - 4)}}${plate.slice(-2)}`,
  ),
  buildWildcard(
    'list',
    'list of plates and patterns',
    (plate, rng) => `${plate},${pickPart(plate, 0, 4)}*,*${plate.slice(-4)},ZZ${rng.int(1000)}`,
  ),
  buildWildcard('no-match', 'nothing matches', (plate, rng) => `*QX${rng.int(10)}Q${pickPart(plate, 0, 1)}*`),
  buildPlateClass('misreads', 'misreads of a plate, page', 50, (plate) => ({ how: 'misread', plate })),
  ...([1, 2, 3] as const).map((errors) =>
    buildPlateClass(
      `edits-${errors}`,
      `up to ${errors} characters changed, missing or too many, page`,
      60,
      (plate) => ({
        how: 'near',
        plate,
        errors,
        misreads: false,
      }),
    ),
  ),
  buildPlateClass('misreads-edits', 'misreads and up to 3 edits together, page', 60, (plate) => ({
    how: 'near',
    plate,
    errors: 3,
    misreads: true,
  })),
  {
    id: 'gates',
    label: '3 gates, colour, brand, type, page',
    target: 50,
    ask: (rng, facts) => combineWithGates(rng, facts, 'page'),
  },
  {
    id: 'gates-count',
    label: '3 gates, colour, brand, type, exact count',
    target: 50,
    ask: (rng, facts) => combineWithGates(rng, facts, 'count'),
  },
  {
    id: 'distinct',
    label: 'each plate once, page',
    target: 50,
    ask: (rng, facts) => ({ want: 'page', distinct: true, ...drawAnyWindow(rng, facts) }),
  },
  buildRecurrence('more-than', 'plates seen more than n times, page', 'gt', [1, 5, 20, 60]),
  buildRecurrence('less-than', 'plates seen less than n times, page', 'lt', [2, 5, 10]),
  buildRecurrence('exactly', 'plates seen exactly n times, page', 'eq', [1, 5, 30, 60]),
  {
    id: 'recurrence-count',
    label: 'plates seen more than, less than or exactly n times, exact count',
    target: 60,
    ask: (rng, facts) => ({
      want: 'count',
      recurrence: { operator: itemAt(['gt', 'lt', 'eq'] as const, rng.int(3)), n: itemAt([2, 5, 20], rng.int(3)) },
      ...drawAnyWindow(rng, facts),
    }),
  },
  {
    id: 'distinct-count',
    label: 'each plate once, exact count',
    target: 60,
    ask: (rng, facts) => ({ want: 'count', distinct: true, ...drawAnyWindow(rng, facts) }),
  },
  buildSortedClass('sorted-often', 'sorted by how often the plate passed, page', 'transits'),
  buildSortedClass('sorted-days', 'sorted by the days on which the plate passed, page', 'days'),
  {
    id: 'adr',
    label: 'dangerous goods, page',
    target: 50,
    ask: (rng, facts) => ({ want: 'page', adr: true, ...drawAnyWindow(rng, facts) }),
  },
  {
    id: 'newest',
    label: 'no filter, page',
    target: 50,
    ask: (_rng, { toMs }) => ({ want: 'page', from: null, to: toIsoInstant(toMs) }),
  },
  {
    id: 'newest-next',
    label: 'no filter, next page at any depth',
    target: { twice: 'newest' },
    ask: (rng, facts) => buildPageAfter(rng.pick(facts.deep), facts),
  },
  {
    id: 'newest-jump',
    label: 'no filter, jump to a page up to 4,000',
    target: 60,
    ask: (rng, facts) => ({
      want: 'page',
      from: null,
      to: toIsoInstant(facts.toMs),
      offset: rng.pick(facts.deep).offset,
    }),
  },
  {
    id: 'three-gates',
    label: '3 gates, page',
    target: 50,
    ask: (rng, facts) => ({
      want: 'page',
      gates: drawThreeGates(rng, facts),
      from: null,
      to: toIsoInstant(facts.toMs),
    }),
  },
  {
    id: 'three-gates-next',
    label: '3 gates, next page at any depth',
    target: { twice: 'three-gates' },
    ask: (rng, facts) => buildPageAfter(rng.pick(facts.deepOfGates), facts),
  },
];
