import type { TransitSearch } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { buildTransitScope, type PlantViewer, type TransitScope } from '../../auth/plant-viewer.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { findApproval, readApprovedTransits, recordApprovedTransits } from './approvals.repository.ts';
import { isUsableFor } from './usable-approval.ts';
import { readRowsLeft, reserveRows, returnRows, type RowBudget } from './shown-rows.repository.ts';

const DAY_MS = 86_400_000;

interface ShownRows {
  readonly rows: readonly { readonly id: string }[];
}

/** A search as its role allows it, or beyond that by the approval of a second person. */
export interface SearchPermit {
  readonly scope: TransitScope;
  readonly filter: Omit<TransitSearch, 'consenso'>;
  /** Null: within the limits of the role. */
  readonly approval: string | null;
  /**
   * Runs a page of at most `size` rows. Its rows count against the limit of the day, or are recorded under the approval.
   * Throws `no_perms` / `daily_rows`.
   */
  show<Page extends ShownRows>(size: number, work: () => Promise<Page>): Promise<Page>;
}

/**
 * The permit of a search. Throws `no_perms` / `approval_invalid` when it names an approval of somebody else or of another
 * question, one that was not granted, or one that is over.
 */
export async function openSearchPermit(
  runner: Runner,
  viewer: PlantViewer,
  { consenso, ...filter }: TransitSearch,
  now: string,
): Promise<SearchPermit> {
  const scope = buildTransitScope(viewer);
  if (consenso === undefined) {
    const show = limitRows(runner, viewer.user, now);
    return { scope, filter, approval: null, show };
  }
  const row = await findApproval(runner, consenso);
  if (row === null || !isUsableFor(row, viewer.user, filter, now))
    throw new AppError('no_perms', { sub: 'approval_invalid' });
  return {
    scope: { ...scope, lookBackDays: null },
    filter,
    approval: consenso,
    async show(_size, work) {
      const page = await work();
      await recordApprovedTransits(
        runner,
        consenso,
        page.rows.map(({ id }) => id),
      );
      return page;
    },
  };
}

/** Counts the rows of a role that has a limit; the others are not counted. */
function limitRows(runner: Runner, user: PlantUser, now: string): SearchPermit['show'] {
  const { uuid: person, rows_per_day: limit } = user;
  if (limit === null) return (_size, work) => work();
  const budget = { person, day: toRomeDay(parseInstantMs(now)), limit };
  return async (size, work) => {
    const reserved = await reserveUpTo(runner, budget, size);
    let shown = 0;
    try {
      const page = reserved === 0 ? null : await work();
      if (page === null || page.rows.length > reserved)
        throw new AppError('no_perms', { sub: 'daily_rows', data: { max: limit } });
      shown = page.rows.length;
      return page;
    } finally {
      await returnRows(runner, budget, reserved - shown);
    }
  };
}

/** Reserves rows, or as many as are left: a page is larger than what it finds, that of a track by far. */
async function reserveUpTo(runner: Runner, budget: RowBudget, wanted: number): Promise<number> {
  if (await reserveRows(runner, budget, wanted)) return wanted;
  const left = await readRowsLeft(runner, budget);
  return left > 0 && (await reserveRows(runner, budget, left)) ? left : 0;
}

/** Transits named by id that a call may read, and the scope to read them with. */
export interface NamedTransits {
  readonly scope: TransitScope;
  readonly ids: readonly string[];
}

/**
 * Beyond the look-back of the role only those transits may be read that a valid approval of this person has shown. The
 * others stay in `ids` when the scope itself hides them.
 */
export async function openNamedTransits(
  runner: Runner,
  viewer: PlantViewer,
  ids: readonly string[],
  now: string,
): Promise<NamedTransits> {
  const scope = buildTransitScope(viewer);
  if (scope.lookBackDays === null) return { scope, ids };
  const known = ids.filter((id) => parseTransitIdMs(id) !== null);
  const approved = await readApprovedTransits(runner, viewer.user.uuid, known, now);
  if (approved.size === 0) return { scope, ids };
  const oldestMs = parseInstantMs(now) - scope.lookBackDays * DAY_MS;
  return {
    scope: { ...scope, lookBackDays: null },
    ids: known.filter((id) => approved.has(id) || (parseTransitIdMs(id) ?? 0) >= oldestMs),
  };
}
