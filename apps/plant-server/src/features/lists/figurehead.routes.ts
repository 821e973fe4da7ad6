import * as api from '@varco/contract/plant/figurehead.ts';
import type { FigureheadEntry, FigureheadFilter, FigureheadBody } from '@varco/contract/plant/figurehead.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { sql } from 'kysely';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ListsDeps } from './lists.deps.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import { toLikePattern, optionalCondition } from '../../database/list-paging.ts';
import { FIGUREHEADS, type SmallRow } from './small-lists.repository.ts';
import {
  updateListEntry,
  deleteListEntry,
  insertListEntry,
  readListEntry,
  searchListEntries,
  type ListDefinition,
} from './small-list.service.ts';

interface FigureheadRow extends SmallRow {
  readonly owner_code: string;
  readonly notes: string;
}

const FIGUREHEAD_LIST: ListDefinition<FigureheadRow, FigureheadEntry> = {
  list: FIGUREHEADS,
  view: (row, isMine) => ({
    id: row.id,
    uuid: row.uuid,
    codice: row.owner_code,
    note: row.notes,
    abilitata: row.is_enabled,
    id_owner: row.owner,
    creator_uuid: row.creator,
    username: row.username,
    ver: row.ver,
    created_at: row.created_at,
    updated_at: row.updated_at,
    modificabile: isMine,
  }),
};

/** Nominee owners ("prestanome") whose vehicles raise an alert of type PN (T 3.7; calls by readings TA65). */
export function figureheadRoutes(app: PlantApp, deps: ListsDeps): void {
  const search = (filter: FigureheadFilter, ctx: Parameters<typeof readListEntry>[3]) =>
    searchListEntries(deps, FIGUREHEAD_LIST, filter, buildFigureheadConditions(filter, ctx.viewer.user), ctx);
  implement(app, api.listFigurehead, ({ query }, ctx) => search(query, ctx));
  implement(app, api.searchFigurehead, ({ body }, ctx) => search(body, ctx));
  implement(app, api.getFigurehead, ({ params }, ctx) => readListEntry(deps, FIGUREHEAD_LIST, params.id, ctx));
  implement(app, api.insertFigurehead, ({ body }, ctx) =>
    insertListEntry(deps, FIGUREHEAD_LIST, body.uuid, toFigureheadFields(body), ctx),
  );
  implement(app, api.updateFigurehead, ({ params, body }, ctx) =>
    updateListEntry(
      deps,
      FIGUREHEAD_LIST,
      params.id,
      body.ver,
      (row) => {
        if (body.codice !== row.owner_code)
          throw new AppError('bad_request', { sub: 'invalid_field', field: 'body/codice' });
        return toFigureheadFields(body);
      },
      ctx,
    ),
  );
  implement(app, api.deleteFigurehead, ({ params }, ctx) => deleteListEntry(deps, FIGUREHEAD_LIST, params.id, ctx));
}

const toFigureheadFields = (body: FigureheadBody) => ({
  owner_code: body.codice,
  notes: body.note.trim(),
  is_enabled: body.abilitata,
});

function buildFigureheadConditions(filter: FigureheadFilter, user: PlantUser) {
  const { f_codice: code } = filter;
  return [
    ...(code !== undefined && /[A-Za-z0-9]/.test(code) ? [sql<boolean>`e.owner_code like ${toLikePattern(code)}`] : []),
    ...optionalCondition(filter.f_disabled, sql<boolean>`not e.is_enabled`),
    ...optionalCondition(filter.f_owned, sql<boolean>`e.owner = ${user.id}`),
  ];
}
