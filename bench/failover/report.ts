import type { Loss } from '../drill/compare.ts';
import { formatTable } from '../report/table.ts';
import { describeFailover, FAILOVER_KINDS, type FailoverKind, PROCESS_KINDS } from './faults.ts';
import { findQuantile } from './outage.ts';
import type { FailoverRound } from './round.ts';

/** Seconds that the issue allows for 95 of 100 rounds: of all, and of those that harm one process of a server. */
const LIMITS = { all: 20, process: 10 };

/** What a report needs of a round. */
export type RoundFacts = Pick<FailoverRound, 'plan' | 'acknowledged' | 'outages' | 'wholeIn' | 'losses' | 'odd'>;

/** The longer one of plant and portal. */
const getOutage = ({ outages }: RoundFacts): number => Math.max(outages.plant, outages.portal);
const isOfProcess = ({ plan }: RoundFacts): boolean => PROCESS_KINDS.includes(plan.kind);
const p95 = (rounds: readonly RoundFacts[]): number => findQuantile(rounds.map(getOutage), 0.95);

/** The command that draws the same fault at the same moment. */
export const formatFailoverRepeat = (seed: number): string =>
  `again: npm run bench -- failover --seed ${seed} --rounds 1`;

/** Why the run does not count as passed; empty: it does. */
export function listFailoverFaults(rounds: readonly RoundFacts[], late: readonly Loss[]): readonly string[] {
  const faults = rounds.flatMap(({ plan, losses, odd }) => [
    ...losses.map(({ what, how, detail }) => `${describeFailover(plan)}: ${what} ${how}: ${detail}`),
    ...odd.map((text) => `${describeFailover(plan)}: wrong answer: ${text}`),
  ]);
  const slow = [
    ['all rounds', p95(rounds), LIMITS.all],
    ['rounds of a process', p95(rounds.filter(isOfProcess)), LIMITS.process],
  ] as const;
  return [
    ...faults,
    ...late.map(({ what, how, detail }) => `at the end: ${what} ${how}: ${detail}`),
    ...slow
      .filter(([, s, limit]) => s > limit)
      .map(([name, s, limit]) => `${name}: p95 ${s.toFixed(1)} s > ${limit} s`),
  ];
}

/** One line for each kind that was met, one for all database faults, one for all of a process, one for all. */
export function formatFailoverTable(rounds: readonly RoundFacts[], late: readonly Loss[]): string {
  const header = [
    ...['fault', 'rounds', 'reads', 'alerts', 'lists', 'decisions', 'lost reads', 'lost lists', 'lost alerts'],
    ...['lost others', 'doubled', 'wrong answers', 'RTO s, p50', 'p95', 'max', 'whole again s, max'],
  ];
  const ofKind = (kind: FailoverKind): readonly RoundFacts[] => rounds.filter(({ plan }) => plan.kind === kind);
  const groups = [
    ...FAILOVER_KINDS.map((kind) => [kind, ofKind(kind), []] as const),
    ['database, all', rounds.filter((round) => !isOfProcess(round)), []] as const,
    ['process, all', rounds.filter(isOfProcess), []] as const,
    ['all', rounds, late] as const,
  ];
  const met = groups.filter(([, own]) => own.length > 0);
  return formatTable([header, ...met.map(([name, own, more]) => formatRow(name, own, more))]);
}

function formatRow(name: string, rounds: readonly RoundFacts[], late: readonly Loss[]): readonly string[] {
  const losses = [...rounds.flatMap((round) => round.losses), ...late];
  const missing = losses.filter(({ how }) => how !== 'doubled');
  const countLost = (...kinds: readonly Loss['what'][]): number =>
    missing.filter(({ what }) => kinds.includes(what)).length;
  const named = countLost('read', 'list', 'alert');
  const sum = (read: (round: RoundFacts) => number): string =>
    String(rounds.reduce((total, round) => total + read(round), 0));
  const outages = rounds.map(getOutage);
  return [
    ...[name, String(rounds.length)],
    ...(['reads', 'alerts', 'lists', 'decisions'] as const).map((kind) =>
      sum(({ acknowledged }) => acknowledged[kind]),
    ),
    ...[countLost('read'), countLost('list'), countLost('alert'), missing.length - named].map(String),
    ...[String(losses.length - missing.length), sum(({ odd }) => odd.length)],
    ...[0.5, 0.95, 1].map((share) => findQuantile(outages, share).toFixed(1)),
    Math.max(...rounds.map(({ wholeIn }) => wholeIn)).toFixed(1),
  ];
}
