import type { LookUpFilter, LookUpObject } from '@varco/contract/plant/look-ups.ts';
import type { Pagination } from '@varco/contract/wire.ts';
import { hasLevel, PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { addDays, toIsoInstant, romeDayStart } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { openLookUpKey } from './look-up-codec.ts';
import { countLookUpHistory, type HistoryFilter, readLookUpHistory } from './look-up-history.repository.ts';
import type { LookUpRow } from './look-up.repository.ts';
import { toLookUpObject } from './look-ups.view.ts';

export interface HistoryDeps {
  readonly runner: Runner;
  readonly key: ServerKey;
}

type HistoryRequest = Omit<LookUpFilter, 'order_by' | 'paginate' | 'page_size' | 'p'>;

/** Rows read at once during a substring search: keys are encrypted and must be decrypted one by one. */
const ROWS_PER_SCAN = 500;

export const isLookUpAdmin = (user: PlantUser): boolean => hasLevel([user], { min: PLANT_ADMIN_LEVEL });

/**
 * Limits the history to what a user may see: their own look-ups; everybody's stored responses for one exact key; everything
 * for administrators. Throws `no_perms` when other users' look-ups are requested.
 */
export function buildHistoryFilter(key: ServerKey, user: PlantUser, requested: HistoryRequest): HistoryFilter {
  const isStored = requested.search_sources?.includes('cache') === true && requested.campo_ricerca !== undefined;
  const isFree = isStored || isLookUpAdmin(user);
  if (!isFree && requested.user_id !== undefined && requested.user_id !== user.id)
    throw new AppError('no_perms', { sub: 'level' });
  return {
    keyMac: requested.campo_ricerca === undefined ? undefined : key.mac('look-up-key', requested.campo_ricerca),
    keyKind: requested.tipo_ricerca,
    request: requested.tipo_richiesta,
    vehicleKind: requested.tipo_veicolo,
    isPaid: requested.pagamento,
    userId: isFree ? requested.user_id : user.id,
    from: requested.da === undefined ? undefined : toIsoInstant(romeDayStart(requested.da)),
    to: requested.a === undefined ? undefined : toIsoInstant(romeDayStart(addDays(requested.a, 1))),
    isStored,
  };
}

/** Yields every row of a filter whose key contains a text, in order. */
export async function* scanLookUpHistory(
  { runner, key }: HistoryDeps,
  filter: HistoryFilter,
  like: string | undefined,
  isNewestFirst: boolean,
  signal: AbortSignal,
): AsyncGenerator<LookUpRow> {
  for (let offset = 0; ; offset += ROWS_PER_SCAN) {
    const rows = await readLookUpHistory(
      runner,
      filter,
      { isNewestFirst, offset, limit: ROWS_PER_SCAN, isFull: false },
      signal,
    );
    for (const row of rows) if (like === undefined || openLookUpKey(key, row).includes(like)) yield row;
    if (rows.length < ROWS_PER_SCAN) return;
  }
}

/**
 * Reads one page. Responses are included only when the look-ups of one exact key are requested, so that no list of names
 * can be browsed.
 */
export async function readHistoryPage(
  needs: HistoryDeps,
  user: PlantUser,
  requested: LookUpFilter,
  signal: AbortSignal,
): Promise<{ objects: LookUpObject[]; pagination: Pagination }> {
  const filter = buildHistoryFilter(needs.key, user, requested);
  const offset = (requested.p - 1) * requested.page_size;
  const isNewestFirst = requested.order_by === '-data';
  let rows: readonly LookUpRow[];
  let count: number;
  if (requested.campo_ricerca__like === undefined) {
    const ask = { isNewestFirst, offset, limit: requested.page_size, isFull: requested.campo_ricerca !== undefined };
    rows = await readLookUpHistory(needs.runner, filter, ask, signal);
    count = await countLookUpHistory(needs.runner, filter, signal);
  } else {
    const found: LookUpRow[] = [];
    for await (const row of scanLookUpHistory(needs, filter, requested.campo_ricerca__like, isNewestFirst, signal))
      found.push(row);
    rows = found.slice(offset, offset + requested.page_size);
    count = found.length;
  }
  return {
    objects: rows.map((row) => toLookUpObject(needs.key, row)),
    pagination: buildHistoryPagination(requested, count, offset),
  };
}

function buildHistoryPagination(
  { p, page_size: size, paginate }: LookUpFilter,
  count: number,
  offset: number,
): Pagination {
  const pages = Math.max(1, Math.ceil(count / size));
  return {
    count,
    paginate,
    page: p,
    page_size: size,
    num_pages: pages,
    has_previous: p > 1,
    has_next: p < pages,
    previous_page: p > 1 ? p - 1 : null,
    next_page: p < pages ? p + 1 : null,
    offset,
    limit: size,
    kind: 'page',
  };
}
