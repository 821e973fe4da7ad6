import { randomUUID } from 'node:crypto';
import {
  type AnnotatedTransit,
  addTransitNote,
  listTransitNotes,
  removeTransitNote,
} from '@varco/contract/plant/transit-notes.ts';
import { MAX_NOTES, type TransitNote } from '@varco/contract/plant/transit-detail.ts';
import { parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { buildTransitScope, type PlantViewer } from '../../auth/plant-viewer.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import { computeStoredWindow, computeVisibleWindow } from '../../policy/visible-window.ts';
import { readPlantSettings, type PlantSettings } from '../../settings/plant-settings.repository.ts';
import {
  deleteTransitNote,
  insertTransitNote,
  listNotes,
  readGatesById,
  readTransit,
  toNoteReader,
  toTransitNote,
  type TransitRow,
} from '../transits/transits.public.ts';
import type { TransitNotesDeps } from './transit-notes.deps.ts';

/** Who calls, when, and until when the answer matters. */
interface CallContext {
  readonly viewer: PlantViewer;
  readonly now: () => string;
  readonly signal: AbortSignal;
}

/**
 * Notes and tags that people write on transits. Notes are added and removed, never changed, and the log says who did so
 * before it takes effect. The log holds tags and number of characters, not the text: it outlives the transit.
 */
export function transitNoteRoutes(app: PlantApp, deps: TransitNotesDeps): void {
  const { store, pool } = deps;

  implement(app, addTransitNote, async ({ params, body }, ctx): Promise<TransitNote> => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const row = await readVisibleTransit(deps, settings, params.id, ctx);
    const { user } = ctx.viewer;
    const added = {
      note: randomUUID(),
      body: body.testo,
      tags: [...new Set(body.etichette)],
      author: user.uuid,
      caseNumber: ctx.reason?.case ?? '',
      madeAt: ctx.now(),
    };
    await inTransaction(pool, async (runner) => {
      if (!(await insertTransitNote(runner, row, added, MAX_NOTES)))
        throw new AppError('conflict', { sub: 'too_many_notes', data: { max: MAX_NOTES } });
      const { note, tags } = added;
      await ctx.audit({
        count: 1,
        detail: { id: row.id, plate: row.plate, note, tags, characters: body.testo.length },
      });
    });
    const stored = {
      note: added.note,
      body: added.body,
      tags: added.tags,
      author: user.username,
      author_uuid: user.uuid,
      case_number: added.caseNumber,
      made_at: added.madeAt,
    };
    return toTransitNote(stored, toNoteReader(user));
  });

  implement(app, removeTransitNote, async ({ params }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const row = await readVisibleTransit(deps, settings, params.id, ctx);
    await inTransaction(pool, async (runner) => {
      if (!(await deleteTransitNote(runner, row, params.note, toNoteReader(ctx.viewer.user))))
        throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { id: row.id, plate: row.plate, note: params.note } });
    });
  });
  noteListRoutes(app, deps);
}

/** The list of notes, for the case folder. */
function noteListRoutes(app: PlantApp, { store }: TransitNotesDeps): void {
  implement(app, listTransitNotes, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const { user } = ctx.viewer;
    const scope = buildTransitScope(ctx.viewer);
    const range = {
      startMs: null,
      endMs: null,
      retentionDays: settings.retention_days,
      nowMs: parseInstantMs(ctx.now()),
    };
    const filter = {
      caseNumber: body.pratica ?? null,
      tag: body.etichetta ?? null,
      text: body.testo ?? null,
      author: body.mie ? user.uuid : null,
      authorName: body.autore ?? null,
      from: body.dal ?? null,
      to: body.al ?? null,
      after: body.dopo === undefined ? null : { note: body.dopo, madeAt: body.dopo_data ?? null },
      limit: body.limit + 1,
    };
    const visible = { ...computeVisibleWindow(scope, range), gates: scope.gates };
    const found = await listNotes(store.runner, visible, filter, ctx.signal);
    const gates = await readGatesById(store);
    const reader = toNoteReader(user);
    const objects = found.slice(0, body.limit).map((row): AnnotatedTransit => ({
      nota: toTransitNote(row, reader),
      transito: {
        id: row.id,
        targa: row.plate,
        targa_corretta: row.corrected,
        nazione: store.codes.getWord('nation', row.nation),
        provincia: store.codes.getWord('province', row.province),
        data: row.ts,
        varco: gates.get(row.gate)?.fullname ?? '',
        varco_id: row.gate,
      },
    }));
    await ctx.audit({
      count: objects.length,
      detail: { filter: body, ids: [...new Set(objects.map(({ transito }) => transito.id))] },
    });
    return { objects, altri: found.length > body.limit };
  });
}

/** The transit as this user may see it. Throws `not_found` otherwise. */
async function readVisibleTransit(
  { store }: TransitNotesDeps,
  settings: PlantSettings,
  id: string,
  { viewer, now, signal }: CallContext,
): Promise<TransitRow> {
  const scope = buildTransitScope(viewer);
  const range = { retentionDays: settings.retention_days, nowMs: parseInstantMs(now()) };
  const row = await readTransit(store.runner, { ...computeStoredWindow(scope, range), gates: scope.gates }, id, signal);
  if (row === null) throw new AppError('not_found');
  return row;
}
