import { formatTable } from '../report/table.ts';
import type { Loss } from './compare.ts';
import { describeFault, FAULT_KINDS, type FaultPlan } from './faults.ts';
import type { RoundResult } from './round.ts';

const formatSeconds = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return `${middle.toFixed(1)} / ${(sorted.at(-1) ?? 0).toFixed(1)}`;
};

const ACKNOWLEDGED = ['reads', 'pictures', 'alerts', 'lists', 'decisions', 'notes', 'exports'] as const;

/** The command that draws the same fault at the same moment. */
export const formatRepeat = ({ seed }: FaultPlan): string => `again: npm run bench -- drill --seed ${seed} --runs 1`;

/** A failed round, with what repeats it. */
export const describeLosses = ({ plan, losses, ownExits }: RoundResult): string =>
  [
    `FAILED: ${describeFault(plan)}; ${formatRepeat(plan)}`,
    ...(ownExits > 0 ? [`  the server ended by itself ${ownExits} times`] : []),
    ...losses.slice(0, 10).map(({ what, how, detail }) => `  ${what} ${how}: ${detail}`),
    ...(losses.length > 10 ? [`  and ${losses.length - 10} more`] : []),
  ].join('\n');

export const hasFailed = ({ losses, ownExits }: RoundResult): boolean => losses.length > 0 || ownExits > 0;

/** One line for each kind of fault that was met, and one for all. */
export function formatDrillTable(rounds: readonly RoundResult[], late: readonly Loss[]): string {
  const header = [
    ...['fault', 'rounds', ...ACKNOWLEDGED, 'lost', 'doubled', 'half'],
    ...['read again s, p50 / max', 'search again s, p50 / max', 'own exits', 'no answer', 'odd answers'],
  ];
  const kinds = FAULT_KINDS.map((kind) => [kind, rounds.filter(({ plan }) => plan.kind === kind)] as const);
  const rows = kinds.filter(([, met]) => met.length > 0).map(([kind, met]) => formatRow(kind, met, []));
  return formatTable([header, ...rows, formatRow('all', rounds, late)]);
}

function formatRow(name: string, rounds: readonly RoundResult[], late: readonly Loss[]): readonly string[] {
  const losses = [...rounds.flatMap((round) => round.losses), ...late];
  const countLosses = (how: Loss['how']): string => String(losses.filter((one) => one.how === how).length);
  const sum = (read: (round: RoundResult) => number): string =>
    String(rounds.reduce((total, round) => total + read(round), 0));
  return [
    name,
    String(rounds.length),
    ...ACKNOWLEDGED.map((kind) => sum(({ acknowledged }) => acknowledged[kind])),
    ...[countLosses('lost'), countLosses('doubled'), countLosses('half')],
    formatSeconds(rounds.map(({ recovery }) => recovery.ingest)),
    formatSeconds(rounds.map(({ recovery }) => recovery.search)),
    ...[sum(({ ownExits }) => ownExits), sum(({ unanswered }) => unanswered), sum(({ odd }) => odd.length)],
  ];
}
