import { WEB_BUDGETS, type BudgetedScreen } from '../../tools/checks/web-budget.ts';
import type { MachineFacts } from '../report/results.ts';
import { formatTable } from '../report/table.ts';
import type { Times } from '../stats.ts';
import type { LoadRow } from './load.ts';
import { drawTargetsPicture, type TargetRow } from '../report/targets-picture.ts';

/** Summary of sign-ins of one kind, in milliseconds. */
export interface SignInRow {
  readonly id: 'typed' | 'filled';
  readonly label: string;
  readonly targetMs: number;
  /** From the navigation to the form, cold. */
  readonly form: Times | null;
  /** From "Accedi" to the search screen. */
  readonly shell: Times | null;
  readonly fastest: number;
  /** Median of each phase. */
  readonly phases: Readonly<Record<string, number>>;
}

/** Gzipped bytes of JavaScript loaded before a screen could be used. */
export type ScreenBytes = Readonly<Record<BudgetedScreen, number>>;

export interface PortalResults {
  readonly run: MachineFacts & { readonly plants: number };
  readonly signIns: readonly SignInRow[];
  readonly bytes: ScreenBytes;
  readonly loads: readonly LoadRow[];
}

/** The printed table and the picture for the documentation. */
export function formatPortalReport(results: PortalResults): { readonly table: string; readonly picture: string } {
  const { run, signIns, bytes, loads } = results;
  const caption = `portal and ${run.plants} plants on one machine, browser and callers too; ${run.machine}, load before ${run.loadBefore}; ${run.date}; ${run.command}`;
  const rows = buildPortalTargets(results);
  const table = [
    caption,
    '',
    formatTable([
      ['', 'target', 'figure', ''],
      ...rows.map(({ label, target, value, unit, isMet }) => [
        label,
        `${target.toLocaleString('en')} ${unit}`,
        `${value.toLocaleString('en')} ${unit}`,
        isMet ? 'met' : 'missed',
      ]),
    ]),
    '',
    formatTable([
      ['sign-in, milliseconds', 'p50', 'p95', 'fastest', 'n', 'form p50', ...Object.keys(signIns[0]?.phases ?? {})],
      ...signIns.map(({ label, shell, form, fastest, phases }) => [
        label,
        ...[shell?.p50, shell?.p95, fastest, shell?.n, form?.p50, ...Object.values(phases)].map(formatWhole),
      ]),
    ]),
    '',
    formatTable([
      ['load', 'a second', 'p50 ms', 'p95 ms', 'calls', 'errors'],
      ...loads.map(({ id, perSecond, times, errors }) => [
        id,
        ...[perSecond, times?.p50, times?.p95, times?.n, errors].map(formatWhole),
      ]),
    ]),
    '',
    `JavaScript, gzipped: ${bytes.signIn} bytes before the form, ${bytes.search} before the search screen.`,
  ].join('\n');
  return { table, picture: drawTargetsPicture('Signing in to the portal, beside the targets', rows, caption) };
}

const formatWhole = (value: number | undefined): string =>
  value === undefined ? '-' : Math.round(value).toLocaleString('en');

/** Each target with its measured value; for sign-ins the 95th percentile. */
function buildPortalTargets({ signIns, bytes, loads }: PortalResults): readonly TargetRow[] {
  const kB = (count: number): number => Math.round(count / 100) / 10;
  const most = (label: string, target: number, value: number, unit: string): TargetRow => ({
    label,
    target,
    value,
    unit,
    isMet: value <= target,
    isMore: false,
  });
  return [
    ...signIns.flatMap(({ label, targetMs, shell }) =>
      shell === null
        ? []
        : [most(`sign-in to the search screen, ${label}, p95`, targetMs, Math.round(shell.p95), 'ms')],
    ),
    most('JavaScript before the sign-in form', kB(WEB_BUDGETS.signIn), kB(bytes.signIn), 'kB'),
    most('JavaScript before the search screen', kB(WEB_BUDGETS.search), kB(bytes.search), 'kB'),
    ...loads.map(({ id, target, perSecond }): TargetRow => ({
      label: id === 'login' ? 'portal sign-ins a second' : 'refreshes a second',
      target,
      value: Math.round(perSecond),
      unit: '/s',
      isMet: perSecond >= target,
      isMore: true,
    })),
  ];
}
