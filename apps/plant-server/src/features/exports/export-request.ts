import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ExportedFilter } from '@varco/contract/plant/exported-filter.ts';
import { canonicalJson, toAuditJson } from '@varco/domain/audit/canonical-json.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import { buildTransitScope, type TransitScope } from '../../auth/plant-viewer.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { PlantStore } from '../../context/open-store.ts';
import {
  describeApprovals,
  type ExportPermit,
  openExportPermit,
  type OrderTimes,
} from '../approvals/approvals.public.ts';
import { type KnownConfusions, openTransitQuery, type TransitQuery } from '../transits/transits.public.ts';

/** What a user requested to export, and why; stored encrypted with the job. */
const ExportRequest = z.object({
  filter: z.record(z.string(), z.unknown()),
  without_images: z.boolean(),
  with_context_images: z.boolean(),
  watermark_tag: z.string(),
  label: z.string(),
  notes: z.string(),
  language: z.enum(['it', 'en']),
  actor: z.object({
    kind: z.literal('user'),
    id: z.string(),
    name: z.string(),
    group: z.string(),
    level: z.int(),
    session: z.string(),
  }),
  ip: z.string(),
  reason: z.object({ code: z.string(), text: z.string(), case: z.string().nullable() }).nullable(),
});
export type ExportRequest = z.infer<typeof ExportRequest>;

const PAGING_FILTERS: ReadonlySet<string> = new Set([
  ...[
    'filtering',
    'p',
    'offs',
    'page_size',
    'paginate',
    'after_id',
    'before_id',
    'ref_time',
    'order_by',
    'f_include_count',
  ],
]);

/** The filter without fields that only control paging. */
export const withoutPaging = (filter: ExportedFilter): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).filter(([name, value]) => !PAGING_FILTERS.has(name) && value !== undefined),
  );

interface DelegatedContents {
  readonly filter: ExportedFilter;
  readonly without_images: boolean;
  readonly with_context_images: boolean;
  readonly watermark_tag: string;
}

/** Hash of the transits and contents that a delegation covers. */
export function hashExportRequest({
  filter,
  without_images,
  with_context_images,
  watermark_tag,
}: DelegatedContents): string {
  const requested = { filter: withoutPaging(filter), without_images, with_context_images, watermark_tag };
  return createHash('sha256')
    .update(canonicalJson(toAuditJson(requested)))
    .digest('hex');
}

const buildRequestSealContext = (id: string): string => `export/${id}/ask`;

export const sealExportRequest = (key: ServerKey, id: string, ask: ExportRequest): Buffer =>
  key.seal(buildRequestSealContext(id), Buffer.from(JSON.stringify(ask)));

export const openExportRequest = (key: ServerKey, id: string, sealed: Uint8Array): ExportRequest =>
  ExportRequest.parse(JSON.parse(key.open(buildRequestSealContext(id), sealed).toString('utf8')));

export const sealExportPassword = (key: ServerKey, id: string, password: string): Buffer =>
  key.seal(`export/${id}/password`, Buffer.from(password));

export const openExportPassword = (key: ServerKey, id: string, sealed: Uint8Array): string =>
  key.open(`export/${id}/password`, sealed).toString('utf8');

export interface ExportSearch {
  readonly permit: ExportPermit;
  readonly scope: TransitScope;
  readonly query: TransitQuery;
  /** Number of individually selected transits, also of those the user may not see; null: the filter selects them. */
  readonly pickedCount: number | null;
}

/** What the search of an export is built from besides its filter. */
interface ExportSearchDeps {
  readonly store: Pick<PlantStore, 'runner'>;
  readonly confusions: KnownConfusions;
}

/**
 * Builds the search of an export with the user's current rights and the approvals of the order, as of one instant. Throws
 * `no_perms` when the user may not export here: it needs force rights (T 6) and the right to see plates.
 */
export async function buildExportSearch(
  { store, confusions }: ExportSearchDeps,
  user: PlantUser,
  filter: ExportedFilter,
  retentionDays: number,
  times: OrderTimes,
): Promise<ExportSearch> {
  if (!buildTransitScope({ user }).seesPlates) throw new AppError('no_perms', { sub: 'level' });
  const { order_by: _order, f_ids: ids, ...beside } = filter;
  const { consenso: _approval, ...requested } = beside;
  const picked = ids === undefined ? null : parsePickedTransits(ids, beside);
  const permit = await openExportPermit(store.runner, user, filter, times);
  const { scope } = permit;
  const wanted = { ...requested, ...picked?.window, order_by: '-data', f_include_count: false };
  const query = await openTransitQuery(confusions, wanted, scope, retentionDays, times.asOf);
  const isOwnerRequested = query.plates.ownerCode !== null;
  if (isOwnerRequested && canActOnPlant({ level: user.level, group: user.group_name }) !== null)
    throw new AppError('no_perms', { sub: 'level' });
  if (picked === null) return { permit, scope, query, pickedCount: null };
  const transits = picked.transits.filter(({ id }) => permit.allows(id));
  return {
    permit,
    scope,
    query: { ...query, unread: 'with', filter: { ...query.filter, picked: transits } },
    pickedCount: picked.transits.length,
  };
}

/** Individually selected transits: their ids contain the instants at which they are searched. Throws `bad_request`. */
function parsePickedTransits(ids: readonly string[], beside: ExportedFilter) {
  const transits = [...new Set(ids)].map((id) => ({ id, ms: parseTransitIdMs(id) ?? Number.NaN }));
  const times = transits.map(({ ms }) => ms);
  // Combining ids with filters is refused: it would be unclear which selected transits matched.
  if (Object.keys(withoutPaging(beside)).length > 0 || times.some(Number.isNaN))
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'f_ids' });
  const window = { f_startTime: toIsoInstant(Math.min(...times)), f_endTime: toIsoInstant(Math.max(...times)) };
  return { window, transits: transits.map(({ id, ms }) => ({ id, ts: toIsoInstant(ms) })) };
}

/** The filter without paging and without the approval, which log and manifest name beside it. */
export function toLoggedFilter(filter: ExportedFilter): Record<string, unknown> {
  const { consenso: _approval, ...logged } = withoutPaging(filter);
  return logged;
}

/** What the log records of an export: its filter, and the approvals that it goes beyond a role by. */
export const describeOrder = (filter: ExportedFilter, permit: Pick<ExportPermit, 'approvals'>) => ({
  filter: toLoggedFilter(filter),
  ...describeApprovals(permit),
});

/** The filter of a stored request in the format of the API. */
export const parseStoredFilter = (ask: ExportRequest): ExportedFilter => ExportedFilter.parse(ask.filter);
