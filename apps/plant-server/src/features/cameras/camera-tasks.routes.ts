import * as api from '@varco/contract/plant/camera-tasks.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readGates } from '../gates/gates.public.ts';
import { readCameraEvents } from './camera-events.repository.ts';
import * as silences from './camera-silences.repository.ts';
import type { CamerasDeps } from './cameras.deps.ts';
import { measureConfusions } from './measured-confusions.ts';
import { findSilenceCause } from './silence-cause.ts';

const HOUR_MS = 3_600_000;
const MAX_CONFUSIONS_LISTED = 500;
/** Only plants with more cameras than this can fail as a whole. */
const MIN_PLANT_CAMERAS = 2;

/** Tasks about silent cameras (ADR 0037), for the administrators of a plant, and the log of one camera. */
export function cameraTaskRoutes(app: PlantApp, { pool, store }: CamerasDeps): void {
  implement(app, api.listCameraTasks, async (_input, ctx) => {
    const rows = await silences.readSilences(store.runner);
    return { objects: await viewTasks(store.runner, rows, parseInstantMs(ctx.now())) };
  });

  implement(app, api.listCameraConfusions, async (_input, ctx) => ({
    objects: await listConfusions(store.runner, parseInstantMs(ctx.now())),
  }));

  implement(app, api.cameraEvents, async ({ params }) => {
    if (!(await readGates(store.runner)).some(({ id }) => id === params.id)) throw new AppError('not_found');
    return { objects: [...(await readCameraEvents(store.runner, params.id, api.CAMERA_EVENT_ENTRIES))] };
  });

  implement(app, api.takeCameraTask, async ({ params, body }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const row = await lockOpenSilence(runner, params.id);
      if (row.taken_by !== body.presa_da) throw new AppError('conflict');
      await ctx.audit({ count: 1, detail: { gate: row.gate, before: row.taken_by } });
      await silences.takeSilence(runner, row.id, ctx.viewer.user.username, ctx.now());
    });
    return viewOne(store.runner, params.id, parseInstantMs(ctx.now()));
  });

  implement(app, api.finishCameraTask, async ({ params, body }, ctx) => {
    const note = body.nota.trim();
    await inTransaction(pool, async (runner) => {
      const row = await lockOpenSilence(runner, params.id);
      await ctx.audit({ count: 1, detail: { gate: row.gate, owner: row.taken_by, note } });
      await silences.finishSilence(runner, row.id, { by: ctx.viewer.user.username, at: ctx.now(), note });
    });
    return viewOne(store.runner, params.id, parseInstantMs(ctx.now()));
  });
}

/** Characters that gates confuse often, as of now; the most frequent first. */
async function listConfusions(runner: Runner, nowMs: number): Promise<api.CameraConfusion[]> {
  const gates = new Map((await readGates(runner)).map((gate) => [gate.id, gate.fullname]));
  const measured = await measureConfusions(runner, nowMs + 1);
  return measured.slice(0, MAX_CONFUSIONS_LISTED).map(({ gate, read, actual, count }) => ({
    varco_id: gate,
    varco: gates.get(gate) ?? '',
    letta: read,
    giusta: actual,
    volte: count,
  }));
}

/** The task for a change; it stays locked. Throws `not_found`; `conflict` when it is finished or the camera reads again. */
async function lockOpenSilence(runner: Runner, id: number): Promise<silences.SilenceRow> {
  const row = await silences.lockSilence(runner, id);
  if (row === null) throw new AppError('not_found');
  if (row.ended_at !== null || row.done_at !== null) throw new AppError('conflict');
  return row;
}

async function viewOne(runner: Runner, id: number, nowMs: number): Promise<api.CameraTask> {
  const row = await silences.readSilence(runner, id);
  const [task] = row === null ? [] : await viewTasks(runner, [row], nowMs);
  if (task === undefined) throw new AppError('not_found');
  return task;
}

/** Wire form of tasks, with the likely cause as of now. */
async function viewTasks(
  runner: Runner,
  rows: readonly silences.SilenceRow[],
  nowMs: number,
): Promise<api.CameraTask[]> {
  const gates = new Map((await readGates(runner)).map((gate) => [gate.id, gate]));
  const used = [...gates.values()].filter(({ enabled }) => enabled).length;
  const isWholePlant = used >= MIN_PLANT_CAMERAS && (await silences.readSilences(runner)).length >= used;
  const lastHour = toIsoInstant(Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS);
  const sent = new Map((await silences.readSentByGate(runner, lastHour)).map((one) => [one.gate, one]));
  return rows.map((row) => ({
    id: row.id,
    varco_id: row.gate,
    varco: row.gate_name,
    muta_dal: row.silent_since,
    notata_il: row.noticed_at,
    attese: row.expected,
    causa: findSilenceCause({
      isWholePlant,
      hasError: gates.get(row.gate)?.has_error === true,
      sent: sent.get(row.gate),
    }),
    presa_da: row.taken_by,
    presa_il: row.taken_at,
    fatta_da: row.done_by,
    fatta_il: row.done_at,
    nota: row.note,
  }));
}
