import type { SeedQuality } from './seed-quality.ts';
import { formatTable } from '../report/table.ts';
import { GROUPS, LIVES } from './synthetic-world.ts';
import { FAIR_GROUPS, type FairGroup, OFFENDERS } from './suspect-quality.ts';

type Quality = readonly SeedQuality[];

/** Target values of the analysis design (part 6), printed next to the measured ones. */
const ACCOMPLICE_TARGETS = ['', '5', '.91', '.93', '.97', '.63', '.60', '.68', '0', '0.8 %'];
const SUSPECT_TARGETS = ['', '175', '1.00', '.94', '.64 of .875', '.73', '.94', '.73', '.91'];

const formatShare = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(2));
const formatPercent = (part: number, of: number): string => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`);
const sumCounts = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/**
 * Prints ranks, recall and false marks of accomplices, the groups of false positives, and the calibration of the
 * score.
 */
export function printAccomplices(quality: Quality): void {
  console.log('\nAccomplices: every vehicle of the planted convoys and scouts, all plants asked');
  console.log(
    formatTable([
      ['seed', 'minutes', 'P@1', 'R@5', 'R@20', 'R at 1 %', 'marked', '2 trips on', 'false', 'innocents'],
      ['target', ...ACCOMPLICE_TARGETS.slice(1)],
      ...quality.flatMap(({ seed, accomplices }) =>
        accomplices.map((one) => [
          String(seed),
          String(one.minutes),
          formatShare(one.first),
          formatShare(one.firstFive),
          formatShare(one.firstTwenty),
          formatShare(one.recallAtOnePercent),
          formatShare(one.recallHigh),
          formatShare(one.recallHighTwice),
          String(one.falseHigh),
          `${one.innocentsHit} of ${one.innocents}`,
        ]),
      ),
    ]),
  );
  const screen = quality.flatMap(({ accomplices }) => accomplices.slice(0, 1));
  console.log('\nInnocent targets that are shown a marked candidate, by life and by group (5 minutes)');
  console.log(
    formatTable([
      ['', 'targets', 'marked', 'share'],
      ...LIVES.map((life) => {
        const [hit, all] = [
          sumCounts(screen, ({ byLife }) => byLife[life].hit),
          sumCounts(screen, ({ byLife }) => byLife[life].targets),
        ];
        return [life, String(all), String(hit), formatPercent(hit, all)];
      }),
      ...GROUPS.map((group) => {
        const [hit, all] = [
          sumCounts(screen, ({ byGroup }) => byGroup[group].hit),
          sumCounts(screen, ({ byGroup }) => byGroup[group].targets),
        ];
        return [`group ${group}`, String(all), String(hit), formatPercent(hit, all)];
      }),
    ]),
  );
  console.log('\nCalibration: share of true candidates by points, beside the score that is shown for them');
  console.log(
    formatTable([
      ['points from', 'candidates', 'true', 'share', 'score'],
      ...(screen[0]?.calibration ?? []).map(({ from }, at) => {
        const bins = screen.flatMap(({ calibration }) => calibration.slice(at, at + 1));
        const [all, truly] = [sumCounts(bins, (bin) => bin.candidates), sumCounts(bins, (bin) => bin.truly)];
        const score = sumCounts(bins, (bin) => bin.meanScore * bin.candidates) / Math.max(1, all);
        return [String(from), String(all), String(truly), formatPercent(truly, all), formatPercent(score, 1)];
      }),
    ]),
  );
}

/** Prints ranks of the suspects of all plants together, and the fairness table. */
export function printSuspects(quality: Quality): void {
  printRanks(
    'last week of every plant, all plants in one ranking',
    quality.map(({ seed, suspects }) => ({ seed, suspects })),
  );
  printRanks(
    'the same where half of the tours, rounds and stolen vehicles are of that week, as in the design',
    quality.map(({ seed, busySuspects }) => ({ seed, suspects: busySuspects })),
  );
  printKinds(quality);
  printWrong(quality);
  printFairness(quality);
}

function printRanks(of: string, worlds: readonly Pick<SeedQuality, 'seed' | 'suspects'>[]): void {
  console.log(`\nSuspects: ${of}`);
  console.log(
    formatTable([
      [
        'seed',
        'offenders',
        'P@20',
        'P@50',
        'P@200',
        'R@200',
        'P, 50 of 175',
        'R, 200 of 175',
        'high, true',
        'rows high',
        'best single P@200',
      ],
      ['target', ...SUSPECT_TARGETS.slice(1), '', '.36'],
      ...worlds.map(({ seed, suspects: one }) => [
        String(seed),
        String(one.offenders),
        formatShare(one.at20),
        formatShare(one.at50),
        `${formatShare(one.at200)} of ${formatShare(one.bestAt200)}`,
        formatShare(one.recallAt200),
        formatShare(one.precisionAtShare),
        formatShare(one.recallAtShare),
        formatPercent(one.highTrue, one.highRows),
        String(one.highRows),
        `${formatShare(one.bestSingle.at200)} (${one.bestSingle.feature})`,
      ]),
    ]),
  );
}

function printKinds(quality: Quality): void {
  console.log('\nShare of each kind among the first 200');
  console.log(
    formatTable([
      ['seed', ...OFFENDERS, 'innocent of high interest'],
      ...quality.map(({ seed, suspects: one }) => [
        String(seed),
        ...OFFENDERS.map((kind) => formatShare(one.recallByKind[kind])),
        Object.entries(one.innocentHigh)
          .map(([life, n]) => `${n} ${life}`)
          .join(', '),
      ]),
    ]),
  );
}

function printFairness(quality: Quality): void {
  console.log('\nFairness: innocents per 10 000 vehicles of a group among the first 200, and of high interest');
  console.log(
    formatTable([
      ['group', 'first 200', 'high interest'],
      ...FAIR_GROUPS.map((group) => [
        group,
        computeMean(quality, group, 'at200').toFixed(1),
        computeMean(quality, group, 'high').toFixed(1),
      ]),
    ]),
  );
}

/** Prints the false positives of the first rows, with the points each feature gave them. */
function printWrong(quality: Quality): void {
  console.log('\nInnocents among the first rows, by life, and the points that brought them there (mean)');
  console.log(
    formatTable([
      ['seed', 'life', 'first 50', 'first 200', 'points'],
      ...quality.flatMap(({ seed, suspects: { wrong } }) =>
        wrong.map(({ life, at50, at200, features }) => [
          String(seed),
          life,
          String(at50),
          String(at200),
          Object.entries(features)
            .filter(([, points]) => points !== 0)
            .map(([feature, points]) => `${feature} ${points}`)
            .join(', '),
        ]),
      ),
    ]),
  );
}

const computeMean = (quality: Quality, group: FairGroup, of: 'at200' | 'high'): number =>
  sumCounts(quality, ({ suspects }) => suspects.fair[group][of]) / Math.max(1, quality.length);

/**
 * Limits of fairness: a group may be six times as frequent as the others among the first 200, and two in 10 000 among
 * high interest (analysis design, part 6).
 */
const MAX_RATIO = 6;
const MAX_HIGH = 2;
const PAIRS: readonly (readonly [FairGroup, FairGroup])[] = [
  ['foreign', 'italian'],
  ['uninsured', 'insured'],
  ['old', 'other'],
  ['taxi', 'other'],
];

/** Lists unfair groups in plain language; empty: the benchmark passes. */
export function findUnfairGroups(quality: Quality): readonly string[] {
  if (quality.length === 0) return [];
  return PAIRS.flatMap(([group, others]) => {
    const [own, usual, high] = [
      computeMean(quality, group, 'at200'),
      computeMean(quality, others, 'at200'),
      computeMean(quality, group, 'high'),
    ];
    return [
      ...(own > MAX_RATIO * Math.max(usual, 0.1)
        ? [`${group}: ${own.toFixed(1)} per 10 000, others ${usual.toFixed(1)}`]
        : []),
      ...(high > MAX_HIGH ? [`${group}: ${high.toFixed(1)} per 10 000 of high interest`] : []),
    ];
  });
}
