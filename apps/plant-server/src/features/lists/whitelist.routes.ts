import * as api from '@varco/contract/plant/whitelist.ts';
import type {
  SilencedAlert,
  WhitelistEntry,
  WhitelistFilter,
  WhitelistWrite,
} from '@varco/contract/plant/whitelist.ts';
import { endOfDay, farthestDay } from '@varco/domain/blacklist/expiry.ts';
import { msOf } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { sql } from 'kysely';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ListsDeps } from './lists.deps.ts';
import type { PlantUser } from '../../auth/plant-user.queries.ts';
import { likeOfPart, whether } from '../../database/list-paging.ts';
import { WHITELIST, type SmallRow } from './small-lists.ts';
import { changeOne, deleteOne, insertOne, readOne, searchList, type ListOf } from './small-list.service.ts';

interface WhitelistRow extends SmallRow {
  readonly plate: string;
  readonly silences: SilencedAlert[];
  readonly reason: string;
  readonly expires_at: string;
}

const OF: ListOf<WhitelistRow, WhitelistEntry> = {
  list: WHITELIST,
  view: (row, isMine) => ({
    id: row.id,
    uuid: row.uuid,
    targa: row.plate,
    allarmi: row.silences,
    motivo: row.reason,
    abilitata: row.is_enabled,
    data_scadenza: row.expires_at,
    id_owner: row.owner,
    creator_uuid: row.creator,
    username: row.username,
    ver: row.ver,
    created_at: row.created_at,
    updated_at: row.updated_at,
    modificabile: isMine,
  }),
};

/** Plates that never raise the selected kinds of alert (decisions; calls by readings TA65). */
export function whitelistRoutes(app: PlantApp, deps: ListsDeps): void {
  const search = (filter: WhitelistFilter, ctx: Parameters<typeof readOne>[3]) =>
    searchList(deps, OF, filter, conditions(filter, ctx.viewer.user, ctx.now()), ctx);
  implement(app, api.listWhitelist, ({ query }, ctx) => search(query, ctx));
  implement(app, api.searchWhitelist, ({ body }, ctx) => search(body, ctx));
  implement(app, api.getWhitelist, ({ params }, ctx) => readOne(deps, OF, params.id, ctx));
  implement(app, api.insertWhitelist, ({ body }, ctx) => {
    checkExpiry(body.data_scadenza, ctx.now());
    return insertOne(deps, OF, body.uuid, fieldsOf(body), ctx);
  });
  implement(app, api.updateWhitelist, ({ params, body }, ctx) =>
    changeOne(
      deps,
      OF,
      params.id,
      body.ver,
      (row) => {
        if (body.targa !== row.plate) throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/targa' });
        if (msOf(body.data_scadenza) !== msOf(row.expires_at)) checkExpiry(body.data_scadenza, ctx.now());
        return fieldsOf(body);
      },
      ctx,
    ),
  );
  implement(app, api.deleteWhitelist, ({ params }, ctx) => deleteOne(deps, OF, params.id, ctx));
}

/** As in the blacklist, an entry expires after at most a year, so that every exception is reviewed. */
function checkExpiry(expiresAt: string, now: string): void {
  if (msOf(expiresAt) > msOf(endOfDay(farthestDay(msOf(now)))))
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/data_scadenza' });
}

const fieldsOf = (body: WhitelistWrite) => ({
  plate: body.targa,
  silences: [...new Set(body.allarmi)],
  reason: body.motivo.trim(),
  is_enabled: body.abilitata,
  expires_at: body.data_scadenza,
});

function conditions(filter: WhitelistFilter, user: PlantUser, now: string) {
  const { f_targa: plate } = filter;
  return [
    ...(plate !== undefined && /[A-Za-z0-9]/.test(plate) ? [sql<boolean>`e.plate like ${likeOfPart(plate)}`] : []),
    ...whether(filter.f_expired, sql<boolean>`e.expires_at <= ${now}::timestamptz`),
    ...whether(filter.f_disabled, sql<boolean>`not e.is_enabled`),
    ...whether(filter.f_owned, sql<boolean>`e.owner = ${user.id}`),
  ];
}
