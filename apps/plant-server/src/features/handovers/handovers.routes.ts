import { randomUUID } from 'node:crypto';
import * as api from '@varco/contract/plant/handovers.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PlantUser } from '../../auth/plant-user.repository.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { buildAlertScope, findOldestOpenable, readVisiblePlates } from '../alerts/alerts.public.ts';
import { readGates } from '../gates/gates.public.ts';
import type { HandoversDeps } from './handovers.deps.ts';
import * as queries from './handovers.repository.ts';
import { toHandoverView, toItemView } from './handovers.view.ts';
import { readOpenItems } from './open-items.ts';
import { signHandover } from './sign-handover.ts';

type Context = CallContext<PlantViewer>;

const DAY_MS = 86_400_000;
const MAX_COLLEAGUES = 500;
const MAX_LISTED = 200;

const toReader = ({ uuid, group_id: groupId, level }: PlantUser): queries.HandoverReader => ({
  uuid,
  groupId,
  seesAll: level >= PLANT_ADMIN_LEVEL,
});
const getName = ({ fullname, username }: PlantUser): string => (fullname === '' ? username : fullname);

/** Hand-overs of a shift (ADR 0055). The log entry of each step is durable before the step. */
export function handoverRoutes(app: PlantApp, deps: HandoversDeps): void {
  registerReadRoutes(app, deps);
  registerMakeRoute(app, deps);
  implement(app, api.signHandover, async ({ params }, ctx) => {
    const { user } = ctx.viewer;
    const oldest = findOldestOpenable(ctx, await readPlantSettings(deps.store.runner));
    const signed = await inTransaction(deps.pool, (runner) =>
      signHandover(runner, {
        id: params.id,
        reader: toReader(user),
        user,
        scope: buildAlertScope(user),
        oldest,
        action: { uuid: user.uuid, name: getName(user), at: ctx.now() },
        audit: (entry) => ctx.audit(entry),
      }),
    );
    deps.alerts.requestPublish();
    return toHandoverView(signed, user);
  });
  implement(app, api.withdrawHandover, async ({ params }, ctx) => {
    const { user } = ctx.viewer;
    await inTransaction(deps.pool, async (runner) => {
      await queries.lockHandovers(runner, params.id);
      const row = await queries.findHandover(runner, toReader(user), params.id);
      if (row === null || row.giver !== user.uuid) throw new AppError('not_found');
      if (row.end_kind !== null) throw new AppError('conflict', { sub: 'handover_closed' });
      await ctx.audit({ count: 1, detail: { handover: row.id } });
      const end = { person: user.uuid, name: getName(user), at: ctx.now(), digest: '', passed: [], notPassed: [] };
      await queries.insertEnd(runner, { id: row.id, kind: 'withdrawn', ...end });
    });
  });
}

function registerReadRoutes(app: PlantApp, { store }: HandoversDeps): void {
  const { runner } = store;
  implement(app, api.readOpenItems, async (_input, ctx) => {
    const { user } = ctx.viewer;
    const nowMs = parseInstantMs(ctx.now());
    const oldest = findOldestOpenable(ctx, await readPlantSettings(runner));
    const open = await readOpenItems(runner, user, { oldest, nowMs });
    const earlier = await queries.readEarlierNotes(runner, toReader(user), open.items, ctx.now());
    const colleagues = await queries.listColleagues(runner, user.uuid, ctx.now().slice(0, 10), MAX_COLLEAGUES);
    const facts = { plates: open.plates, codes: store.codes, gateNames: await readGateNames(runner), earlier };
    await ctx.audit({ count: open.items.length, detail: { alerts: [...open.plates.keys()] } });
    return {
      voci: open.items.map((row) => toItemView(row, facts)),
      oltre: open.isCut,
      colleghi: colleagues.map(({ uuid, username, name }) => ({ uuid, username, nome: name })),
    };
  });

  implement(app, api.listHandovers, async (_input, ctx) => {
    const { user } = ctx.viewer;
    const since = toIsoInstant(parseInstantMs(ctx.now()) - api.HANDOVER_DAYS * DAY_MS);
    const rows = await queries.listHandovers(runner, toReader(user), since, MAX_LISTED);
    await ctx.audit({ count: rows.length, detail: { others: toReader(user).seesAll } });
    return { objects: rows.map((row) => toHandoverView(row, user)) };
  });

  implement(app, api.countWaitingHandovers, async (_input, ctx) => ({
    lotti: await queries.listWaitingBatches(runner, toReader(ctx.viewer.user), MAX_LISTED),
  }));

  implement(app, api.getHandover, async ({ params }, ctx) => {
    const { user } = ctx.viewer;
    const row = await queries.findHandover(runner, toReader(user), params.id);
    if (row === null) throw new AppError('not_found');
    const items = await queries.readItems(runner, row.id);
    const oldest = findOldestOpenable(ctx, await readPlantSettings(runner));
    const ids = items.filter(({ kind }) => kind === 'alert').map(({ item }) => item);
    const plates = await readVisiblePlates(runner, ids, buildAlertScope(user), oldest);
    const shown = items.filter((item) => isItemVisible(item, row, user, plates));
    const earlier = await queries.readEarlierNotes(runner, toReader(user), shown, row.made_at);
    const facts = { plates, codes: store.codes, gateNames: await readGateNames(runner), earlier };
    await ctx.audit({ count: shown.length, detail: { handover: row.id, alerts: [...plates.keys()] } });
    return {
      ...toHandoverView(row, user),
      voci: shown.map((item) => toItemView(item, facts)),
      nascoste: items.length - shown.length,
    };
  });
}

/** An alert under its own rights, a camera under those of its gate, a request for who decides or made the hand-over. */
function isItemVisible(
  item: queries.ItemRow,
  { giver }: queries.HandoverRow,
  user: PlantUser,
  plates: ReadonlyMap<string, unknown>,
): boolean {
  if (item.kind === 'alert') return plates.has(item.item);
  if (item.kind === 'camera') return item.gate !== null && (user.gates === null || user.gates.includes(item.gate));
  return item.kind === 'export' || giver === user.uuid || user.approves;
}

const readGateNames = async (runner: Runner): Promise<ReadonlyMap<number, string>> =>
  new Map((await readGates(runner)).map(({ id, fullname }) => [id, fullname]));

/** The plant reads what is open in the same transaction; the caller only adds notes. */
function registerMakeRoute(app: PlantApp, { pool, store }: HandoversDeps): void {
  implement(app, api.makeHandover, async ({ body }, ctx) => {
    const { user } = ctx.viewer;
    const oldest = findOldestOpenable(ctx, await readPlantSettings(store.runner));
    const row = await inTransaction(pool, async (runner) => {
      await queries.lockHandovers(runner, user.uuid);
      const known = await queries.findByBatch(runner, user.uuid, body.lotto);
      if (known !== null) {
        await ctx.audit({ count: 0, detail: { handover: known.id, repeated: true } });
        return known;
      }
      if (await queries.hasWaitingHandover(runner, user.uuid)) throw new AppError('conflict', { sub: 'handover_open' });
      const recipient = await findRecipient(runner, body.a, ctx);
      const open = await readOpenItems(runner, user, { oldest, nowMs: parseInstantMs(ctx.now()) });
      const items = addNotes(open.items, body.note);
      const made = {
        ...{ id: randomUUID(), batch: body.lotto },
        ...{ giver: user.uuid, giver_name: getName(user), giver_group: user.group_id },
        ...{ recipient: body.a, recipient_name: recipient?.name ?? '', made_at: ctx.now(), note: body.nota },
        ...{ plants: body.impianti, missing: body.mancanti, is_cut: open.isCut },
      };
      const alerts = items.filter(({ kind }) => kind === 'alert').map(({ item }) => item);
      await ctx.audit({ count: items.length, detail: { handover: made.id, recipient: body.a, alerts } });
      await queries.insertHandover(runner, made, items);
      return queries.findByBatch(runner, user.uuid, body.lotto);
    });
    if (row === null) throw new AppError('internal');
    return toHandoverView(row, user);
  });
}

/** The named colleague; null: whoever takes the next shift. Throws `not_found` for a person who may not act on alerts. */
async function findRecipient(runner: Runner, uuid: string | null, ctx: Context): Promise<queries.ColleagueRow | null> {
  if (uuid === null) return null;
  const all = await queries.listColleagues(runner, ctx.viewer.user.uuid, ctx.now().slice(0, 10), MAX_COLLEAGUES);
  const found = all.find((one) => one.uuid === uuid);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** Items with the notes of the caller. Throws `conflict`/`handover_item` for a note on anything that is not among them. */
function addNotes(
  items: readonly queries.ItemRow[],
  notes: readonly { readonly tipo: string; readonly id: string; readonly nota: string }[],
): readonly queries.ItemRow[] {
  const left = new Map(
    notes.filter(({ nota }) => nota.trim() !== '').map(({ tipo, id, nota }) => [`${tipo} ${id}`, nota.trim()]),
  );
  const noted = items.map((item) => {
    const key = `${item.kind} ${item.item}`;
    const note = left.get(key) ?? '';
    left.delete(key);
    return { ...item, note };
  });
  if (left.size > 0) throw new AppError('conflict', { sub: 'handover_item' });
  return noted;
}
