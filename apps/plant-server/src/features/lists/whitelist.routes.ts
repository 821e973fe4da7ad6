import * as api from '@varco/contract/plant/whitelist.ts';
import type { SilencedAlert, WhitelistEntry, WhitelistFilter, WhitelistBody } from '@varco/contract/plant/whitelist.ts';
import { endOfRomeDay, latestExpiryDay } from '@varco/domain/blacklist/expiry.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { StoredRow } from '../../database/stored-row.ts';
import type { ListsDeps } from './lists.deps.ts';
import { buildWhitelistConditions } from './small-list-conditions.sql.ts';
import { WHITELIST, type SmallRow } from './small-lists.repository.ts';
import {
  updateListEntry,
  deleteListEntry,
  insertListEntry,
  readListEntry,
  searchListEntries,
  toCommonMembers,
  type ListDefinition,
} from './small-list.service.ts';

interface WhitelistRow extends SmallRow, Pick<StoredRow<'whitelist_entry'>, 'reason' | 'expires_at'> {
  readonly plate: string;
  readonly nation: string;
  readonly silences: SilencedAlert[];
}

const WHITELIST_DEFINITION: ListDefinition<WhitelistRow, WhitelistEntry> = {
  list: WHITELIST,
  view: (row, isMine) => ({
    ...toCommonMembers(row, isMine),
    targa: row.plate,
    nazione: row.nation,
    allarmi: row.silences,
    motivo: row.reason,
    data_scadenza: row.expires_at,
  }),
};

/** Plates that never raise the selected kinds of alert (decisions; calls by readings TA65). */
export function whitelistRoutes(app: PlantApp, deps: ListsDeps): void {
  const search = (filter: WhitelistFilter, ctx: Parameters<typeof readListEntry>[3]) =>
    searchListEntries(
      deps,
      WHITELIST_DEFINITION,
      filter,
      buildWhitelistConditions(filter, ctx.viewer.user, ctx.now()),
      ctx,
    );
  implement(app, api.listWhitelist, ({ query }, ctx) => search(query, ctx));
  implement(app, api.searchWhitelist, ({ body }, ctx) => search(body, ctx));
  implement(app, api.getWhitelist, ({ params }, ctx) => readListEntry(deps, WHITELIST_DEFINITION, params.id, ctx));
  implement(app, api.insertWhitelist, ({ body }, ctx) => {
    checkWhitelistExpiry(body.data_scadenza, ctx.now());
    return insertListEntry(deps, WHITELIST_DEFINITION, body.uuid, toWhitelistFields(body), ctx);
  });
  implement(app, api.updateWhitelist, ({ params, body }, ctx) =>
    updateListEntry(
      deps,
      WHITELIST_DEFINITION,
      params.id,
      body.ver,
      (row) => {
        if (body.targa !== row.plate) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/targa' });
        if (parseInstantMs(body.data_scadenza) !== parseInstantMs(row.expires_at))
          checkWhitelistExpiry(body.data_scadenza, ctx.now());
        return toWhitelistFields(body);
      },
      ctx,
    ),
  );
  implement(app, api.deleteWhitelist, ({ params }, ctx) => deleteListEntry(deps, WHITELIST_DEFINITION, params.id, ctx));
}

/** As in the blacklist, an entry expires after at most a year, so that every exception is reviewed. */
function checkWhitelistExpiry(expiresAt: string, now: string): void {
  if (parseInstantMs(expiresAt) > parseInstantMs(endOfRomeDay(latestExpiryDay(parseInstantMs(now)))))
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/data_scadenza' });
}

const toWhitelistFields = (body: WhitelistBody) => ({
  plate: body.targa,
  silences: [...new Set(body.allarmi)],
  reason: body.motivo.trim(),
  is_enabled: body.abilitata,
  expires_at: body.data_scadenza,
});
