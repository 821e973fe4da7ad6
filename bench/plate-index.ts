// Micro benchmark of the plate index: three million generated plates, one thread, no database. Times are processor
// times, so that other programs on the machine distort them less.
// node bench/plate-index.ts [plates] [days]
import { parsePlatePattern } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { findCandidates, countWindow, findPlates } from '@varco/plant-server/plate-index/index-results.ts';
import { PlateMatchSet } from '@varco/plant-server/plate-index/plate-match-set.ts';
import { PlateIndex } from '@varco/plant-server/plate-index/plate-index.ts';

const PLATES = Number(process.argv[2] ?? 3_000_000);
const DAYS = Number(process.argv[3] ?? 60);
const FIRST_DAY = 20_650;
const PER_DAY = PLATES / 15;
const QUESTIONS = 30;

/** State of a small, fast generator with the same sequence on every machine. */
let state = 20_261_121;
function below(n: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}
const some = (characters: string, count: number): string =>
  Array.from({ length: count }, () => characters.charAt(below(characters.length))).join('');
const letters = (count: number): string => some('ABCDEFGHJKLMNPRSTVWXYZ', count);
const digits = (count: number): string => some('0123456789', count);
const series = Array.from({ length: 60 }, () => letters(2));

/** A random plate of a realistic mix: mostly of one country, some foreign, some badly read. */
function plate(): string {
  const kind = below(100);
  if (kind < 88) return `${series[below(60)]}${digits(3)}${letters(2)}`;
  if (kind < 92) return `${letters(2)}${digits(5)}`;
  if (kind < 98) return `${letters(1 + below(3))}${digits(2 + below(3))}${letters(1 + below(3))}`;
  return `${letters(2)}${digits(2)}?${letters(1 + below(8))}`;
}

function build(): PlateIndex {
  const index = new PlateIndex(PLATES);
  while (index.table.plates < PLATES) {
    const lastSeen = (FIRST_DAY + DAYS) * 86_400 - 1 - Math.floor(below(1e6) ** 2 / 1e6) * 5;
    index.table.change({ plate: plate(), n: 1 + below(6), firstSeen: lastSeen - below(86_400), lastSeen });
  }
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
    const vector = index.loadDay(day, PER_DAY);
    const step = 1 + below(29);
    for (let at = 0; at < PER_DAY; at += 1) index.appendToDay(vector, (day * 977 + at * step) % PLATES, 1 + below(3));
  }
  return index;
}

function ask(text: string, misreads: boolean, variations: PlateQuery['variations']): PlateQuery {
  const parsed = parsePlatePattern(text);
  if (!parsed.ok) throw new Error(text);
  return { terms: parsed.terms, misreads, variations };
}

const known = (): string => `${series[below(60)]}${digits(3)}${letters(2)}`;
const list = (count: number, one: () => string): string => Array.from({ length: count }, one).join(',');
const KINDS: Readonly<Record<string, () => PlateQuery>> = {
  'beginning AB*': () => ask(`${series[below(60)]}*`, false, 0),
  'ending *CD': () => ask(`*${letters(2)}`, false, 0),
  'inside *12*': () => ask(`*${digits(2)}*`, false, 0),
  'inside *123*': () => ask(`*${digits(3)}*`, false, 0),
  'both ends AB*CD': () => ask(`${series[below(60)]}*${letters(2)}`, false, 0),
  'places A{2}23C{1}': () => ask(`${series[below(60)]?.charAt(0)}{2}${digits(2)}${letters(1)}{1}`, false, 0),
  'nothing fits': () => ask(`*Q${digits(3)}Q*`, false, 0),
  misreads: () => ask(known(), true, 0),
  'misreads *B12*': () => ask(`*${letters(1)}${digits(2)}*`, true, 0),
  '1 variation': () => ask(known(), false, 1),
  '2 variations': () => ask(known(), false, 2),
  '3 variations': () => ask(known(), false, 3),
  '3 variations and misreads': () => ask(known(), true, 3),
  '3 variations AB1*CD': () => ask(`${known().slice(0, 3)}*${letters(2)}`, false, 3),
  '20 plates, 3 variations': () => ask(list(20, known), false, 3),
  '100 plates, misreads': () => ask(list(100, known), true, 0),
  '100 patterns AB1*': () =>
    ask(
      list(100, () => `${known().slice(0, 3)}*`),
      false,
      0,
    ),
};

const quantile = (times: readonly number[], part: number): string =>
  (times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1);
const both = (times: readonly number[]): string => `${quantile(times, 0.5)} / ${quantile(times, 0.95)}`.padStart(15);

const began = process.cpuUsage();
const index = build();
console.log(
  `${index.table.plates} plates, ${DAYS} days of ${PER_DAY} plates: ${Math.round(index.bytes / 1e6)} MB (plates ${Math.round(index.table.bytes / 1e6)} MB), built in ${Math.round(process.cpuUsage(began).user / 1000)} ms`,
);
const end = (FIRST_DAY + DAYS) * 86_400_000;
const month = { fromMs: end - 37 * 86_400_000, toMs: end - 7 * 86_400_000 };
const page = { fromMs: end - 7 * 86_400_000, toMs: end + 86_400_000, order: 'newest', count: 51, most: 2000 } as const;
console.log(
  `${'p50 / p95, processor ms'.padEnd(28)}${['match', 'total', 'page', '30 days'].map((name) => name.padStart(15)).join('')}    plates`,
);
for (const [name, make] of Object.entries(KINDS)) {
  const [match, total, near, days]: number[][] = [[], [], [], []];
  let plates = 0;
  const timed = <T>(times: number[] | undefined, work: () => T): T => {
    const start = process.threadCpuUsage();
    const result = work();
    const { user, system } = process.threadCpuUsage(start);
    times?.push((user + system) / 1000);
    return result;
  };
  for (let i = 0; i < QUESTIONS; i += 1) {
    const matches = new PlateMatchSet(make());
    timed(match, () => [...matches.update(index.table)].length);
    plates += timed(total, () => findPlates(index, matches, 2000)).plates;
    timed(near, () => findCandidates(index, matches, page));
    timed(days, () => countWindow(index, matches, { ...month }, 2000, []));
  }
  console.log(
    `${name.padEnd(28)}${[match, total, near, days].map((times) => both(times ?? [])).join('')}${String(Math.round(plates / QUESTIONS)).padStart(10)}`,
  );
}
console.log(`process: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
