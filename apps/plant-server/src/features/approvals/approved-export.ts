import type { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { buildTransitScope, type TransitScope } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { type ApprovalRow, findApproval, readShownUnder, recordApprovedTransits } from './approvals.repository.ts';
import { reserveRows } from './shown-rows.repository.ts';
import { isUsableFor } from './usable-approval.ts';

const DAY_MS = 86_400_000;

/** When an export was ordered, which its approvals must be usable at, and as of when it is built. ISO. */
export interface OrderTimes {
  readonly orderedAt: string;
  readonly asOf: string;
}

/** An approval under which an export goes beyond a role. `usableUntil`: ISO. */
export interface UsedApproval {
  readonly id: string;
  readonly grantedBy: string;
  readonly usableUntil: string;
}

/** An export as the role of its owner allows it, or beyond that by approvals that were usable when it was ordered. */
export interface ExportPermit {
  readonly scope: TransitScope;
  /** Empty: within the limits of the role. */
  readonly approvals: readonly UsedApproval[];
  /** Number of transits that do not count against the rows of the day. */
  readonly freeRows: number;
  /** Whether a picked transit may be exported, apart from what the scope hides. */
  readonly allows: (id: string) => boolean;
  /**
   * Records rows under the approval, or takes them from the day (of Rome, ISO) of a role that has a limit. False: the day has
   * fewer left. Rows of a piece that is built again after a failure are taken again.
   */
  readonly take: (day: string, ids: readonly string[]) => Promise<boolean>;
}

/**
 * The permit of an export. Throws `no_perms` / `approval_invalid` when its filter names an approval of somebody else or of
 * another question, or one that was not usable when the export was ordered.
 */
export function openExportPermit(
  runner: Runner,
  user: PlantUser,
  filter: ExportedFilter,
  times: OrderTimes,
): Promise<ExportPermit> {
  const { consenso, f_ids: ids, ...question } = filter;
  if (consenso !== undefined) return openNamedApproval(runner, user, consenso, question, times);
  const isLimited = user.look_back_days !== null || user.rows_per_day !== null;
  if (ids !== undefined && isLimited) return openPickedTransits(runner, user, ids, times);
  return Promise.resolve({
    scope: buildTransitScope({ user }),
    approvals: [],
    freeRows: 0,
    allows: () => true,
    take: (day, rows) => takeRows(runner, user, day, rows.length),
  });
}

/** Everything that the question of one approval contains. */
async function openNamedApproval(
  runner: Runner,
  user: PlantUser,
  id: string,
  question: ExportedFilter,
  { orderedAt }: OrderTimes,
): Promise<ExportPermit> {
  const row = await findApproval(runner, id);
  if (row === null || !isUsableFor(row, user, question, orderedAt))
    throw new AppError('no_perms', { sub: 'approval_invalid' });
  return {
    scope: { ...buildTransitScope({ user }), lookBackDays: null },
    approvals: [toUsedApproval(row)],
    freeRows: Number.POSITIVE_INFINITY,
    allows: () => true,
    async take(_day, ids) {
      await recordApprovedTransits(runner, id, ids);
      return true;
    },
  };
}

/** Transits picked one by one: beyond the look-back only those that usable approvals have shown. */
async function openPickedTransits(
  runner: Runner,
  user: PlantUser,
  ids: readonly string[],
  { orderedAt, asOf }: OrderTimes,
): Promise<ExportPermit> {
  const scope = buildTransitScope({ user });
  const shown = await readShownUnder(runner, user.uuid, ids, orderedAt);
  const approved = new Set(shown.map(({ transit }) => transit));
  const approvals = new Map(shown.map((row) => [row.id, toUsedApproval(row)]));
  const oldestMs = scope.lookBackDays === null ? 0 : parseInstantMs(asOf) - scope.lookBackDays * DAY_MS;
  return {
    scope: approved.size === 0 ? scope : { ...scope, lookBackDays: null },
    approvals: [...approvals.values()],
    freeRows: approved.size,
    allows: (id) => approved.has(id) || (parseTransitIdMs(id) ?? 0) >= oldestMs,
    take: (day, rows) => takeRows(runner, user, day, rows.filter((id) => !approved.has(id)).length),
  };
}

const toUsedApproval = (row: Pick<ApprovalRow, 'id' | 'decided_name' | 'usable_until'>): UsedApproval => ({
  id: row.id,
  grantedBy: row.decided_name ?? '',
  usableUntil: row.usable_until ?? '',
});

/** Takes rows from the day of a person whose role has a limit; false: the day has fewer left. */
const takeRows = async (
  runner: Runner,
  { uuid: person, rows_per_day: limit }: PlantUser,
  day: string,
  rows: number,
): Promise<boolean> => limit === null || (await reserveRows(runner, { person, day, limit }, rows));

/** What the log records of the approvals of an export: like a search, it names the one. */
export function describeApprovals({ approvals }: Pick<ExportPermit, 'approvals'>): Readonly<Record<string, unknown>> {
  const ids = approvals.map(({ id }) => id);
  if (ids.length === 0) return {};
  return ids.length === 1 ? { approval: ids[0] } : { approvals: ids };
}
