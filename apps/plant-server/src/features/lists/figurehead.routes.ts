import * as api from '@varco/contract/plant/figurehead.ts';
import type { FigureheadEntry, FigureheadFilter, FigureheadBody } from '@varco/contract/plant/figurehead.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { StoredRow } from '../../database/stored-row.ts';
import type { ListsDeps } from './lists.deps.ts';
import { buildFigureheadConditions } from './small-list-conditions.sql.ts';
import { FIGUREHEADS, type SmallRow } from './small-lists.repository.ts';
import {
  updateListEntry,
  deleteListEntry,
  insertListEntry,
  readListEntry,
  searchListEntries,
  toCommonMembers,
  type ListDefinition,
} from './small-list.service.ts';

type FigureheadRow = SmallRow & StoredRow<'figurehead_entry'>;

const FIGUREHEAD_LIST: ListDefinition<FigureheadRow, FigureheadEntry> = {
  list: FIGUREHEADS,
  view: (row, isMine) => ({
    ...toCommonMembers(row, isMine),
    codice: row.owner_code,
    note: row.notes,
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
