// `npm run bench -- analysis`: how many planted patterns the analyses find, which innocent vehicles they report, and
// how long they take.
import { measureAccomplices, type AccompliceQuality } from './analysis/accomplice-quality.ts';
import { measureClones } from './analysis/clone-quality.ts';
import { GROUPS, generateWorld } from './analysis/synthetic-world.ts';
import { buildIndexes } from './analysis/plant-index.ts';
import { printAccomplices, printSuspects, findUnfairGroups } from './analysis/print-scores.ts';
import { type QueryTime, measureQueryTimes } from './analysis/query-times.ts';
import { printTimes } from './analysis/print-times.ts';
import { measureRelated } from './analysis/related-quality.ts';
import type { SeedQuality } from './analysis/seed-quality.ts';
import { measureSuspectQuality, type SuspectQuality } from './analysis/suspect-quality.ts';
import { type DataMark, openDataFolder } from './data/data-folder.ts';
import { type BenchOptions, OptionError } from './options.ts';
import { saveResults } from './report/save-results.ts';
import { readLoadAverage, collectMachineFacts } from './report/results.ts';
import { formatTable } from './report/table.ts';

/**
 * Reads of each of the eight plants in two weeks; the next constant is the number of weeks of the suspects' world:
 * one week and four before it.
 */
const READS_PER_PLANT = 100_000;
const WEEKS = { days: 35, readsPerPlant: 250_000 } as const;

/** Time windows in minutes: the default of the screen and that of the API. */
const MINUTES = [5, 2] as const;

/**
 * Runs the analysis benchmark: quality on worlds of fresh seeds, then the time of each query on the shared benchmark
 * data.
 */
export async function benchAnalysis(
  options: BenchOptions,
  spec: DataMark['spec'],
  say: (text: string) => void,
): Promise<void> {
  const facts = collectMachineFacts(`npm run bench -- analysis --seeds ${options.seeds.join()}`, readLoadAverage());
  const wants = (part: string): boolean => options.only.length === 0 || options.only.includes(part);
  // Prefixes of query classes: only these are timed.
  const classes = options.only.filter((part) => part !== 'quality' && part !== 'times');
  const quality: SeedQuality[] = [];
  if (wants('quality')) {
    for (const seed of options.seeds) {
      say(`world of seed ${seed}`);
      const world = generateWorld(seed, READS_PER_PLANT);
      const indexes = buildIndexes(world);
      const accomplices: AccompliceQuality[] = [];
      for (const minutes of MINUTES) accomplices.push(await measureAccomplices(world, indexes, minutes));
      quality.push({
        seed,
        accomplices,
        suspects: await measureSuspects(seed, false),
        busySuspects: await measureSuspects(seed, true),
        related: measureRelated(world, indexes),
        clones: measureClones(world),
      });
    }
    printQuality(quality);
  }
  let times: readonly QueryTime[] = [];
  let rows: number | null = null;
  if (wants('times') || classes.length > 0) {
    const mark = await openDataFolder(options.dataDir, spec, say);
    rows = mark.spec.rows;
    times = await measureQueryTimes(options.dataDir, mark, say, classes);
    printTimes(times, rows);
  }
  if (options.isSaved)
    saveResults('analysis', { run: { ...facts, rows }, readsPerPlant: READS_PER_PLANT, quality, times });
  const unfair = findUnfairGroups(quality);
  if (unfair.length > 0) throw new OptionError(`\nThe suspects are unfair to a group:\n${unfair.join('\n')}`);
}

/** Measures suspects in a world of their own, which is released immediately because it is the largest. */
async function measureSuspects(seed: number, isBusy: boolean): Promise<SuspectQuality> {
  const world = generateWorld(seed, WEEKS.readsPerPlant, WEEKS.days, isBusy);
  return measureSuspectQuality(world, buildIndexes(world));
}

const formatShare = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(2));
const computeMean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function printQuality(quality: readonly SeedQuality[]): void {
  printAccomplices(quality);
  printSuspects(quality);
  printRelated(quality);
  printClones(quality);
  printGroups(quality);
}

function printRelated(quality: readonly SeedQuality[]): void {
  console.log('\nRelated events: 2 of the first 3 break-ins of every planted series');
  console.log(
    formatTable([
      [
        'seed',
        'questions',
        'P@1',
        'R@5',
        'seen at two',
        'P@1 of these',
        'R@5 of these',
        'beyond chance',
        'P@1 by hits alone',
      ],
      ['target', '', '', '', '', '.96', '1.00', '', '.66'],
      ...quality.map(({ seed, related }) => [
        String(seed),
        String(related.questions),
        formatShare(related.first),
        formatShare(related.firstFive),
        formatShare(related.found),
        formatShare(related.first / related.found),
        formatShare(related.firstFive / related.found),
        formatShare(related.beyond),
        formatShare(related.firstByHits),
      ]),
    ]),
  );
  console.log(
    '\nCalibration: plates that reach a rarity in questions about nothing (4 events, 2 of them), and how many chance gives',
  );
  const [one] = quality;
  console.log(
    formatTable([
      ['rarity', 'seen', 'at most, by the formula'],
      ...(one?.related.calibration ?? []).map(({ rarity }, at) => {
        const sum = (of: 'seen' | 'expected'): number =>
          quality.reduce((total, { related }) => total + (related.calibration[at]?.[of] ?? 0), 0);
        return [String(rarity), String(sum('seen')), Math.round(sum('expected')).toLocaleString('en')];
      }),
    ]),
  );
}

function printClones(quality: readonly SeedQuality[]): void {
  console.log(
    '\nClones: two reads or more that no single car can have made; clocks of three plants wrong, one by ten minutes',
  );
  console.log(
    formatTable([
      ['seed', 'planted', 'candidates', 'true', 'raw clocks', 'true', 'one read: to check'],
      ...quality.map(({ seed, clones }) => [
        String(seed),
        ...[
          clones.planted,
          clones.candidates,
          clones.rightly,
          clones.rawCandidates,
          clones.rawRightly,
          clones.toCheck,
        ].map(String),
      ]),
    ]),
  );
  console.log('\nClocks against the reference plant, seconds');
  console.log(
    formatTable([
      ['seed', 'plant', 'true', 'measured', 'legs'],
      ...quality.flatMap(({ seed, clones }) =>
        clones.clocks.map(({ plant, trueS, measuredS, legs }) => [
          String(seed),
          plant,
          trueS.toFixed(0),
          measuredS === null ? '-' : measuredS.toFixed(0),
          String(legs),
        ]),
      ),
    ]),
  );
}

function printGroups(quality: readonly SeedQuality[]): void {
  console.log(
    '\nFalse alarms per 10 000 innocent vehicles: marked as beyond chance in a question about nothing; only listed among its first five; clone candidates',
  );
  console.log(
    formatTable([
      ['group', 'related events', 'listed', 'clones'],
      ...GROUPS.map((group) => [
        group,
        computeMean(quality.map(({ related }) => related.falseAlarms[group])).toFixed(3),
        computeMean(quality.map(({ related }) => related.listed[group])).toFixed(2),
        computeMean(quality.map(({ clones }) => clones.falseAlarms[group])).toFixed(2),
      ]),
    ]),
  );
}
