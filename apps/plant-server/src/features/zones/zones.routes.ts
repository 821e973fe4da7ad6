import * as api from '@varco/contract/plant/zones.ts';
import { toIsoInstant, parseInstantMs, toRomeDay, romeDayStart } from '@varco/domain/time/rome.ts';
import { getGateState } from '@varco/domain/transits/gate-state.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { type GateRow, computeZoneGates, readNewestReadByGate, readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { ZonesDeps } from './zones.deps.ts';
import { getOldestVisibleMs } from '../../policy/visible-window.ts';
import { buildTransitScope } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import * as queries from './zones.repository.ts';

const HOUR_MS = 3_600_000;

const toZone = (row: queries.ZoneRow, gates: readonly GateRow[]): api.Zone => ({
  id: row.id,
  nome: row.name,
  vertici: row.corners.map(([lon, lat]) => [lon, lat]),
  varchi_scelti: [...row.gates],
  varchi: [...computeZoneGates(row, gates)],
  colore: row.colour,
  updated: row.updated_at,
});

/** Validates the fields: every picked gate must be a gate of the plant. Throws `bad_request`. */
function parseZoneFields(body: api.ZoneBody, gates: readonly GateRow[]): queries.ZoneFields {
  const known = new Set(gates.map(({ id }) => id));
  const picked = [...new Set(body.varchi_scelti)];
  if (picked.some((id) => !known.has(id)))
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'varchi_scelti' });
  return { name: body.nome, corners: body.vertici, gates: picked, colour: body.colore };
}

/** Zones of the plant: areas that group gates (decisions). The log entry is durable before a change. */
export function zoneRoutes(app: PlantApp, deps: ZonesDeps): void {
  const { store, pool } = deps;
  implement(app, api.listZones, async () => {
    const gates = await readGates(store.runner);
    return { objects: (await queries.readZones(store.runner)).map((row) => toZone(row, gates)) };
  });

  implement(app, api.createZone, async ({ body }, ctx) => {
    const gates = await readGates(store.runner);
    const fields = parseZoneFields(body, gates);
    const author = { at: ctx.now(), uuid: ctx.viewer.user.uuid };
    const made = await inTransaction(pool, async (runner) => {
      if ((await queries.readZones(runner)).length >= api.MAX_ZONES) throw new AppError('conflict');
      const row = await queries.insertZone(runner, fields, author);
      if (row === null) throw new AppError('duplicate');
      await ctx.audit({ count: 1, detail: { zone: row.id, before: null, after: { ...fields } } });
      return row;
    });
    return toZone(made, gates);
  });

  implement(app, api.updateZone, async ({ params, body }, ctx) => {
    const gates = await readGates(store.runner);
    const fields = parseZoneFields(body, gates);
    const author = { at: ctx.now(), uuid: ctx.viewer.user.uuid };
    const changed = await inTransaction(pool, async (runner) => {
      const before = await queries.lockZone(runner, params.id);
      if (before === null) throw new AppError('not_found');
      if (parseInstantMs(before.updated_at) !== parseInstantMs(body.updated)) throw new AppError('conflict');
      const row = await queries.updateZone(runner, params.id, fields, author);
      if (row === null) throw new AppError('duplicate');
      const { name, corners, gates: picked, colour } = before;
      const detail = { zone: row.id, before: { name, corners, gates: picked, colour }, after: { ...fields } };
      await ctx.audit({ count: 1, detail });
      return row;
    });
    return toZone(changed, gates);
  });

  implement(app, api.deleteZone, async ({ params }, ctx) => {
    await inTransaction(pool, async (runner) => {
      const before = await queries.lockZone(runner, params.id);
      if (before === null) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { zone: before.id, name: before.name } });
      await queries.deleteZone(runner, params.id);
    });
  });

  statusRoute(app, deps);
}

function statusRoute(app: PlantApp, { store }: ZonesDeps): void {
  implement(app, api.zoneStatus, async (_input, ctx) => {
    const scope = buildTransitScope(ctx.viewer);
    const nowMs = parseInstantMs(ctx.now());
    // Whole hours, as the roll-up has them: the hour in which the age limit falls is left out.
    const oldestMs = Math.ceil((getOldestVisibleMs(scope, nowMs) ?? 0) / HOUR_MS) * HOUR_MS;
    const midnight = toIsoInstant(Math.max(romeDayStart(toRomeDay(nowMs)), oldestMs));
    const hours = toIsoInstant(Math.max(Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS, oldestMs));
    const gates = (await readGates(store.runner)).filter(({ id }) => scope.gates?.includes(id) ?? true);
    const zones = await queries.readZones(store.runner);
    const counts = new Map(
      (await queries.countTransitsByGate(store.runner, midnight, hours)).map((row) => [row.gate, row]),
    );
    const last = await readNewestReadByGate(store.runner);
    const isOff = (gate: GateRow): boolean => {
      const seen = last.get(gate.id);
      const lastPlateMs = seen === undefined ? null : parseInstantMs(seen);
      const state = getGateState({ ...gate, hasError: gate.has_error, lastPlateMs }, nowMs);
      return state === 'error' || state === 'noplate';
    };
    return {
      objects: zones.map((zone) => {
        const ids = new Set(computeZoneGates(zone, gates));
        const of = gates.filter(({ id, enabled }) => ids.has(id) && enabled);
        const sum = (field: 'today' | 'recent' | 'alarms'): number =>
          [...ids].reduce((total, id) => total + (counts.get(id)?.[field] ?? 0), 0);
        return {
          zona: zone.id,
          transiti_oggi: sum('today'),
          transiti_due_ore: sum('recent'),
          allarmi_oggi: sum('alarms'),
          telecamere: of.length,
          telecamere_spente: of.filter(isOff).length,
        };
      }),
    };
  });
}
