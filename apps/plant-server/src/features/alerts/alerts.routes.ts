import * as api from '@varco/contract/plant/alerts.ts';
import type { DecisionMarkBody, LiveAlert } from '@varco/contract/plant/alerts.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { CallContext } from '@varco/server-kit/http/call-context.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { AlertChoice, StoredDecision } from './alert-decisions.repository.ts';
import type { AlertRow } from './alert.repository.ts';
import { checkReason } from '../../context/consultation-reason.ts';
import { readGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { AlertsDeps } from './alerts.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import type { PlantViewer } from '../../auth/plant-viewer.ts';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { buildAlertScope } from './alert-scope.ts';
import { buildAlertQuery, findOldestOpenable, sumOutcomes } from './alert-query.ts';
import { AlertStreams } from './alert-streams.ts';
import * as queries from './alerts.repository.ts';
import { toLiveAlert } from './alerts.view.ts';
import { decideAlert, showStoredDecision } from './decide-alert.ts';
import { readMisreadOdds } from './misread-odds.ts';

type PlantContext = CallContext<PlantViewer>;
const DEFAULT_PAGE_SIZE = 50;
/** Maximum number of list entries in a report. */
const MAX_REPORT_ENTRIES = 200;

/** Alert stream, alert history, actions on alerts and their outcomes (T 3.14, T 7.2; ADR 0012). */
export function alertRoutes(app: PlantApp, deps: AlertsDeps): void {
  const { store, signPicture } = deps;
  registerStreamRoute(app, deps);
  registerReportRoute(app, deps);
  registerActionRoutes(app, deps, requireVisibleAlert);
  registerOddsRoute(app, deps, requireVisibleAlert);
  implement(app, api.searchAlerts, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const size = body.page_size ?? DEFAULT_PAGE_SIZE;
    const after = body.dopo === undefined ? null : { ts: body.dopo.data, id: body.dopo.id };
    const scope = buildAlertScope(ctx.viewer.user);
    const rows = await queries.findAlerts(
      store.runner,
      buildAlertQuery(body, ctx, settings),
      scope,
      after,
      size + 1,
      ctx.signal,
    );
    const objects = await toLiveAlerts(rows.slice(0, size), ctx);
    await ctx.audit({ count: objects.length, detail: { ...body } });
    return { objects, has_next: rows.length > size };
  });

  implement(app, api.getAlert, async ({ params }, ctx) => {
    const alert = await requireVisibleAlert(params.id, ctx);
    await ctx.audit({ count: 1, detail: { alert: alert.id, plate: alert.targa } });
    const { user, session } = ctx.viewer;
    const ticket = (variant: 't400' | 'plate' | 'context'): string =>
      signPicture({ resource: alert.transito, variant, user: user.uuid, session });
    return {
      ...alert,
      tickets: {
        ...(alert.has_image ? { t400: ticket('t400') } : {}),
        ...(alert.has_plate_image ? { plate: ticket('plate') } : {}),
        ...(alert.has_context_image ? { context: ticket('context') } : {}),
      },
    };
  });

  /** Reads an alert. Throws the same `not_found` whether it does not exist or this user may not see it. */
  async function requireVisibleAlert(id: string, ctx: PlantContext): Promise<LiveAlert> {
    const oldest = findOldestOpenable(ctx, await readPlantSettings(store.runner));
    const row = await queries.findAlert(store.runner, id, buildAlertScope(ctx.viewer.user), oldest);
    const [view] = row === null ? [] : await toLiveAlerts([row], ctx);
    if (view === undefined) throw new AppError('not_found');
    return view;
  }

  async function toLiveAlerts(rows: readonly AlertRow[], ctx: PlantContext): Promise<LiveAlert[]> {
    if (rows.length === 0) return [];
    const gates = new Map((await readGates(store.runner)).map((gate) => [gate.id, gate]));
    if (rows.some((row) => !store.codes.has('brand', row.brand) || !store.codes.has('model', row.model)))
      await store.codes.load();
    return rows.map((row) => toLiveAlert(row, { codes: store.codes, gates, uuid: ctx.viewer.user.uuid }));
  }
}

/** Odds of the read behind an alert, under the rights of the alert itself. */
function registerOddsRoute(
  app: PlantApp,
  { store }: AlertsDeps,
  requireVisibleAlert: (id: string, ctx: PlantContext) => Promise<LiveAlert>,
): void {
  implement(app, api.getReadOdds, async ({ params }, ctx) => {
    const alert = await requireVisibleAlert(params.id, ctx);
    const odds = await readMisreadOdds(store, alert, ctx);
    await ctx.audit({
      count: 1,
      detail: { alert: alert.id, plate: alert.targa, odds: true, neighbour: odds.vicina?.targa ?? null },
    });
    return odds;
  });
}

/** Report of alert outcomes, by gate, kind and list entry. */
function registerReportRoute(app: PlantApp, { store }: AlertsDeps): void {
  implement(app, api.reportAlerts, async ({ body }, ctx) => {
    const settings = await readPlantSettings(store.runner);
    checkReason(ctx.reason, settings);
    const question = buildAlertQuery(body, ctx, settings);
    const scope = buildAlertScope(ctx.viewer.user);
    const byGate = await queries.countOutcomes(store.runner, 'gate', question, scope, ctx.signal);
    const byKind = await queries.countOutcomes(store.runner, 'kind', question, scope, ctx.signal);
    const byEntry = await queries.countByEntry(store.runner, question, scope, ctx.signal);
    const entries = new Map(byEntry.map((row) => [row.at, row]));
    const names = new Map((await readGates(store.runner)).map((gate) => [String(gate.id), gate.fullname]));
    await ctx.audit({ count: byGate.reduce((sum, { n }) => sum + n, 0), detail: { ...body } });
    const gates = [...sumOutcomes(byGate)].map(([at, counts]) => ({
      varco_id: Number(at),
      varco: names.get(at) ?? '',
      ...counts,
    }));
    const counted = sumOutcomes(byKind);
    return {
      varchi: gates.toSorted((a, b) => b.totale - a.totale || a.varco_id - b.varco_id).slice(0, 1000),
      tipi: ALERT_KINDS.flatMap((tipo) => {
        const counts = counted.get(tipo);
        return counts === undefined ? [] : [{ tipo, ...counts }];
      }),
      voci: [...sumOutcomes(byEntry)]
        .flatMap(([uuid, counts]) => {
          const entry = entries.get(uuid);
          if (entry === undefined) return [];
          const lista = entry.list === 'figurehead' ? ('prestanome' as const) : entry.list;
          return [{ lista, uuid, voce: entry.text, ...counts }];
        })
        .toSorted((a, b) => b.totale - a.totale || (a.voce < b.voce ? -1 : 1))
        .slice(0, MAX_REPORT_ENTRIES),
    };
  });
}

/** The stream of live alerts (T 7.2); open streams end before the server stops. */
function registerStreamRoute(app: PlantApp, deps: AlertsDeps): void {
  const streams = new AlertStreams(deps);
  app.addHook('preClose', () => streams.endAll());
  app.addHook('onClose', () => deps.alerts.stop());
  implement(app, api.receiveAlerts, async ({ body }, ctx) => {
    const kinds = new Set(ALERT_KINDS.filter((kind) => body.alerts.includes(kind)));
    const gates = body.alerts.includes('varchi') ? new Set(body.gates) : null;
    const { alerts, gates: onlyGates = null, last_id = null } = body;
    await ctx.auditStream({ alerts, gates: onlyGates }, { detail: { alerts, gates: onlyGates, last_id } });
    // `ctx.signal` aborts when the response begins; the stream must live as long as its connection.
    const left = new AbortController();
    ctx.reply.raw.once('close', () => left.abort());
    const request = {
      user: ctx.viewer.user,
      session: ctx.viewer.session,
      kinds,
      gates,
      after: body.last_id === undefined ? null : BigInt(body.last_id),
    };
    const stream = await streams.open(request, left.signal, (sent) => {
      if (sent.length === 0) return;
      const detail = { ended: true, alerts: sent.slice(0, 1000) };
      ctx
        .audit({ count: sent.length, detail })
        .catch((error: unknown) => ctx.log.error('end of a stream not recorded', { error }));
    });
    return { stream };
  });
}

/** Actions on an alert: take, verify, close. `requireVisibleAlert` reads the alert as this user sees it. */
function registerActionRoutes(
  app: PlantApp,
  { pool, alerts }: AlertsDeps,
  requireVisibleAlert: (id: string, ctx: PlantContext) => Promise<LiveAlert>,
): void {
  implement(app, api.takeAlert, async ({ params, body }, ctx) =>
    performAction(params.id, ctx, async (runner) => {
      const isForced = body.anche_se_di_altri === true;
      if (!(await queries.takeAlert(runner, params.id, buildAlertAction(ctx), isForced)))
        throw new AppError('conflict');
      return {};
    }),
  );
  implement(app, api.verifyAlert, ({ params, body }, ctx) =>
    decide(params.id, ctx, body, { kind: 'verify', choice: '', note: '' }),
  );
  implement(app, api.sendPatrol, ({ params, body }, ctx) =>
    decide(params.id, ctx, body, { kind: 'send', choice: body.pattuglia.trim(), note: '' }),
  );
  implement(app, api.endAlert, ({ params, body }, ctx) =>
    decide(params.id, ctx, body, { kind: 'outcome', choice: body.esito, note: (body.nota ?? '').trim() }),
  );

  /** Decides together with the audit entry; a repetition is answered with what was stored the first time. */
  async function decide(
    id: string,
    ctx: PlantContext,
    body: DecisionMarkBody | undefined,
    decided: AlertChoice,
  ): Promise<LiveAlert> {
    const mark = body?.decisione === undefined ? null : { id: body.decisione, seen: body.visto ?? null };
    let stored: StoredDecision | null = null;
    const alert = await performAction(id, ctx, async (runner) => {
      stored = await decideAlert(runner, id, buildAlertAction(ctx), decided, mark);
      return describeDecision(decided, mark?.id, stored !== null);
    });
    return stored === null ? alert : showStoredDecision(alert, stored);
  }

  /**
   * Performs an action together with its audit entry in one transaction, then publishes the change. `work` returns what the
   * entry says besides alert and plate.
   */
  async function performAction(
    id: string,
    ctx: PlantContext,
    work: (runner: Runner) => Promise<Readonly<Record<string, unknown>>>,
  ): Promise<LiveAlert> {
    const { targa: plate } = await requireVisibleAlert(id, ctx);
    await inTransaction(pool, async (runner) => {
      const detail = await work(runner);
      await ctx.audit({ count: 1, detail: { alert: id, plate, ...detail } });
    });
    alerts.requestPublish();
    return requireVisibleAlert(id, ctx);
  }
}

/** What the audit entry says about a decision. */
const describeDecision = (
  { kind, choice, note }: AlertChoice,
  decision: string | undefined,
  isRepeated: boolean,
): Readonly<Record<string, unknown>> => ({
  ...(kind === 'send' ? { patrol: choice } : {}),
  ...(kind === 'outcome' ? { outcome: choice, note } : {}),
  ...(decision === undefined ? {} : { decision, repeated: isRepeated }),
});

const buildAlertAction = (ctx: PlantContext): queries.AlertAction => {
  const { uuid, username, fullname } = ctx.viewer.user;
  return { uuid, name: fullname === '' ? username : fullname, at: ctx.now() };
};
