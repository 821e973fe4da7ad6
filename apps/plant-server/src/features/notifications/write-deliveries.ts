import {
  type ChannelKind,
  coolKey,
  type Cooling,
  NEWS_MS,
  type PlanMoment,
  type PlannedAlert,
  planDeliveries,
  type PlannedDelivery,
  type PlannedRecipient,
} from '@varco/domain/alerts/deliveries.ts';
import { parseMails } from '@varco/domain/blacklist/direct-mails.ts';
import { msOf, romeHourOf } from '@varco/domain/time/rome.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Pool } from 'pg';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/statement.ts';
import { readChannels, readRecipients, type RecipientRow } from './channel.queries.ts';
import { type DueAlert, insertDeliveries, lastTold, takeDueAlerts } from './delivery.queries.ts';
import { rightsOf } from './told-persons.ts';

const BATCH = 200;
const SYSTEM = { kind: 'system', id: null, name: 'alert channels', group: null, level: null, session: null } as const;

interface Needs {
  readonly pool: Pool;
  readonly auditSink: AuditSink;
  readonly now: () => Date;
  /** True when direct e-mails may go to this address. */
  readonly isMailAllowed: (address: string) => boolean;
}

/**
 * Writes the messages of pending alerts to the outbox together with their audit entry, in one transaction. The pending mark
 * is stored with the alert, so after a crash the next run in any process continues. Returns the channels that have
 * something to send.
 */
export async function writeDeliveries(needs: Needs): Promise<ReadonlySet<ChannelKind>> {
  const channels = new Set<ChannelKind>();
  for (;;) {
    const { alertCount, planned } = await inTransaction(needs.pool, (runner) => writeSome(runner, needs));
    for (const { channel, held } of planned) if (held === null) channels.add(channel);
    if (alertCount < BATCH) return channels;
  }
}

interface Written {
  /** Number of alerts processed. */
  readonly alertCount: number;
  readonly planned: readonly PlannedDelivery[];
}

async function writeSome(runner: Runner, { auditSink, now, isMailAllowed }: Needs): Promise<Written> {
  const alerts = await takeDueAlerts(runner, BATCH);
  const nothing = { alertCount: alerts.length, planned: [] };
  if (alerts.length === 0) return nothing;
  const nowMs = now().getTime();
  // A read that arrives days late is history: its alert is listed, but nobody is notified.
  const fresh = alerts.filter(({ ts }) => msOf(ts) > nowMs - NEWS_MS);
  const open = new Set((await readChannels(runner)).filter(({ is_enabled: on }) => on).map(({ kind }) => kind));
  if (fresh.length === 0 || open.size === 0) return nothing;
  const planned = await planAll(runner, fresh, open, nowMs, isMailAllowed);
  if (planned.length === 0) return nothing;
  await insertDeliveries(runner, planned, new Date(nowMs).toISOString());
  const plates = new Map(fresh.map(({ id, plate }) => [id, plate]));
  await auditSink.record({
    action: 'alerts.notify',
    outcome: 'ok',
    actor: SYSTEM,
    from: { ip: null, client: null },
    req: null,
    count: planned.filter(({ held }) => held === null).length,
    detail: {
      messages: planned.slice(0, 1000).map(({ alert, channel, recipient, address, occasion, held }) => ({
        alert,
        plate: plates.get(alert) ?? '',
        channel,
        to: recipient ?? address,
        occasion,
        held,
      })),
    },
  });
  return { alertCount: alerts.length, planned };
}

async function planAll(
  runner: Runner,
  alerts: readonly DueAlert[],
  openChannels: ReadonlySet<ChannelKind>,
  nowMs: number,
  isMailAllowed: (address: string) => boolean,
): Promise<readonly PlannedDelivery[]> {
  const recipients = (await readRecipients(runner)).filter(
    ({ is_enabled: on, channel }) => on && openChannels.has(channel),
  );
  const mayTell = await rightsOf(runner, recipients, nowMs);
  const plates = [...new Set(alerts.map(({ plate }) => plate))];
  const told = await lastTold(runner, plates, new Date(nowMs - NEWS_MS).toISOString());
  const cooling: Cooling = new Map(told.map(({ to, plate, kind, at }) => [coolKey(to, plate, kind), msOf(at)]));
  // Rome's offset from UTC is whole hours, so UTC minutes are local minutes.
  const minute = romeHourOf(nowMs) * 60 + new Date(nowMs).getUTCMinutes();
  const moment: PlanMoment = { nowMs, minute, cooling, openChannels };
  return alerts.flatMap((alert) => {
    const meant = recipients.filter((to) => mayTell(to, alert)).map(toPlanned);
    const planned = toAlert(alert, isMailAllowed);
    return [
      ...(alert.is_new ? planDeliveries(planned, 'new', meant, moment) : []),
      ...(alert.is_urged ? planDeliveries(planned, 'urged', meant, moment) : []),
    ];
  });
}

function toAlert(alert: DueAlert, isMailAllowed: (address: string) => boolean): PlannedAlert {
  const { mail_alarm: mail, push_alarm: smartphone, radio_alarm: radio } = alert;
  const { addresses, onlyThese } = parseMails(alert.mails);
  return {
    ...alert,
    alarms: mail === null || smartphone === null || radio === null ? null : { mail, smartphone, radio },
    direct: { addresses: addresses.filter(isMailAllowed), onlyThese },
  };
}

const toPlanned = (row: RecipientRow): PlannedRecipient => ({
  id: row.id,
  channel: row.channel,
  kinds: row.kinds,
  gates: row.gates,
  getsNew: row.gets_new,
  getsUrged: row.gets_urged,
  quiet: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
  urgentAlways: row.urgent_always,
  cooldownMin: row.cooldown_min,
});
