// `npm run bench -- misreads`: how well the odds of a read separate wrong reads from true ones, on generated alerts.
import { computeMisreadOdds, MISREAD_ODDS_VERSION } from '@varco/domain/alerts/misread-odds.ts';
import { type GeneratedAlert, generateAlerts, type TrueCause } from './misreads/generate-alerts.ts';
import { type BenchOptions, OptionError } from './options.ts';
import { formatTable } from './report/table.ts';

const ALERTS_OF_SEED = 4_000;
const TARGETS = { falseMarked: 0.95, trueMarked: 0.02, calibration: 0.05, ms: 50 } as const;
const BINS = [0.1, 0.25, 0.5, 0.75, 0.9, 1] as const;

interface Judged {
  readonly cause: TrueCause;
  readonly probability: number;
  readonly isMarked: boolean;
}

interface SeedResult {
  readonly seed: number;
  readonly judged: readonly Judged[];
  /** Mean milliseconds of one call of the function, without any question to a database. */
  readonly msEach: number;
}

/** Judges the alerts of every seed, prints what was marked, and fails when a target is missed. */
export function benchMisreads({ seeds }: BenchOptions, say: (text: string) => void): void {
  const results = seeds.map((seed) => {
    say(`alerts of seed ${seed}`);
    return judgeSeed(seed, generateAlerts(seed, ALERTS_OF_SEED));
  });
  const all = results.flatMap(({ judged }) => judged);
  printSeeds(results, all);
  printCalibration(all);
  const missed = [
    ...(shareMarked(all, 'misread') < TARGETS.falseMarked ? ['false hits marked'] : []),
    ...(shareMarked(all, 'hit') > TARGETS.trueMarked ? ['true hits marked'] : []),
    ...(computeWorstError(all) > TARGETS.calibration ? ['calibration'] : []),
    ...(results.some(({ msEach }) => msEach >= TARGETS.ms) ? ['time'] : []),
  ];
  if (missed.length > 0) throw new OptionError(`\nTargets missed: ${missed.join(', ')}`);
}

function judgeSeed(seed: number, alerts: readonly GeneratedAlert[]): SeedResult {
  const startedAt = performance.now();
  const odds = alerts.map(({ facts }) => computeMisreadOdds(facts));
  const msEach = (performance.now() - startedAt) / alerts.length;
  const judged = alerts.map(({ cause }, i) => ({
    cause,
    probability: odds[i]?.probability ?? 0,
    isMarked: odds[i]?.isLikelyError === true,
  }));
  return { seed, judged, msEach };
}

const share = (part: number, of: number): number => (of === 0 ? 0 : part / of);
const shareMarked = (judged: readonly Judged[], cause: TrueCause): number => {
  const some = judged.filter((one) => one.cause === cause);
  return share(some.filter(({ isMarked }) => isMarked).length, some.length);
};

/** A clone is a true read: the plate is right, the vehicle is not. */
const isRight = ({ cause }: Judged): boolean => cause !== 'misread';

interface Bin {
  readonly to: number;
  readonly n: number;
  /** Mean probability stated, and share of reads that were right. */
  readonly stated: number;
  readonly right: number;
}

const listBins = (judged: readonly Judged[]): readonly Bin[] =>
  BINS.map((to, i) => {
    const from = BINS[i - 1] ?? 0;
    const some = judged.filter(({ probability }) => probability >= from && (probability < to || to === 1));
    const stated = share(
      some.reduce((sum, { probability }) => sum + probability, 0),
      some.length,
    );
    return { to, n: some.length, stated, right: share(some.filter(isRight).length, some.length) };
  });

/** Mean distance between the probability stated and the share that was right, weighted by the reads of each range. */
const computeCalibrationError = (judged: readonly Judged[]): number =>
  share(
    listBins(judged).reduce((sum, { n, stated, right }) => sum + n * Math.abs(stated - right), 0),
    judged.length,
  );

/** The largest such distance of one range. */
const computeWorstError = (judged: readonly Judged[]): number =>
  Math.max(...listBins(judged).map(({ n, stated, right }) => (n === 0 ? 0 : Math.abs(stated - right))));

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

function printSeeds(results: readonly SeedResult[], all: readonly Judged[]): void {
  const cells = (judged: readonly Judged[]): string[] => [
    ...(['misread', 'hit', 'clone'] as const).map((cause) => percent(shareMarked(judged, cause))),
    ...[computeCalibrationError, computeWorstError].map((of) => `${(100 * of(judged)).toFixed(1)} points`),
  ];
  const slowest = Math.max(...results.map(({ msEach }) => msEach));
  console.log(`\nReads marked as likely errors, formula ${MISREAD_ODDS_VERSION}`);
  console.log(
    formatTable([
      ['seed', 'false hits', 'true hits', 'clones (read right)', 'calibration error, mean', 'worst range', 'ms a call'],
      ['target', '>= 95 %', '<= 2 %', '', '', '<= 5 points', '< 50'],
      ['all', ...cells(all), slowest.toFixed(4)],
      ...results.map(({ seed, judged, msEach }) => [String(seed), ...cells(judged), msEach.toFixed(4)]),
    ]),
  );
}

function printCalibration(all: readonly Judged[]): void {
  console.log('\nCalibration');
  console.log(
    formatTable([
      ['probability below', 'alerts', 'stated', 'right'],
      ...listBins(all).map(({ to, n, stated, right }) => [percent(to), String(n), percent(stated), percent(right)]),
    ]),
  );
}
