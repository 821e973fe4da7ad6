import { buildSystemOrigin } from '../../context/system-origin.ts';
import {
  type ChannelKind,
  buildCooldownKey,
  type CooldownTimes,
  DELIVERY_EXPIRY_MS,
  type DeliveryContext,
  type PlannedAlert,
  planDeliveries,
  type PlannedDelivery,
  type PlannedRecipient,
} from '@varco/domain/alerts/deliveries.ts';
import { parseDirectMails } from '@varco/domain/blacklist/direct-mails.ts';
import { parseInstantMs, toRomeHour } from '@varco/domain/time/rome.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import type { Pool } from 'pg';
import { inTransaction } from '../../database/pg-runner.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { readChannels, readRecipients, type RecipientRow } from './channel.repository.ts';
import { type DueAlert, insertDeliveries, readLastNotifications, claimDueAlerts } from './delivery.repository.ts';
import { loadRecipientRights } from './recipient-rights.ts';

const ALERTS_PER_BATCH = 200;

interface WriteDeliveriesDeps {
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
export async function writeDeliveries(needs: WriteDeliveriesDeps): Promise<ReadonlySet<ChannelKind>> {
  const channels = new Set<ChannelKind>();
  for (;;) {
    const { alertCount, planned } = await inTransaction(needs.pool, (runner) => writeBatch(runner, needs));
    for (const { channel, suppressedBy: stored } of planned) if (stored === null) channels.add(channel);
    if (alertCount < ALERTS_PER_BATCH) return channels;
  }
}

interface WrittenBatch {
  /** Number of alerts processed. */
  readonly alertCount: number;
  readonly planned: readonly PlannedDelivery[];
}

async function writeBatch(
  runner: Runner,
  { auditSink, now, isMailAllowed }: WriteDeliveriesDeps,
): Promise<WrittenBatch> {
  const alerts = await claimDueAlerts(runner, ALERTS_PER_BATCH);
  const nothing = { alertCount: alerts.length, planned: [] };
  if (alerts.length === 0) return nothing;
  const nowMs = now().getTime();
  // A read that arrives days late is history: its alert is listed, but nobody is notified.
  const fresh = alerts.filter(({ ts }) => parseInstantMs(ts) > nowMs - DELIVERY_EXPIRY_MS);
  const open = new Set((await readChannels(runner)).filter(({ is_enabled: on }) => on).map(({ kind }) => kind));
  if (fresh.length === 0 || open.size === 0) return nothing;
  const planned = await planBatch(runner, fresh, open, nowMs, isMailAllowed);
  if (planned.length === 0) return nothing;
  await insertDeliveries(runner, planned, new Date(nowMs).toISOString());
  const plates = new Map(fresh.map(({ id, plate }) => [id, plate]));
  await auditSink.record({
    action: 'alerts.notify',
    outcome: 'ok',
    ...buildSystemOrigin('alert channels'),
    count: planned.filter(({ suppressedBy: stored }) => stored === null).length,
    detail: {
      messages: planned
        .slice(0, 1000)
        .map(({ alert, channel, recipient, address, occasion, suppressedBy: stored }) => ({
          alert,
          plate: plates.get(alert) ?? '',
          channel,
          to: recipient ?? address,
          occasion,
          held: stored,
        })),
    },
  });
  return { alertCount: alerts.length, planned };
}

async function planBatch(
  runner: Runner,
  alerts: readonly DueAlert[],
  openChannels: ReadonlySet<ChannelKind>,
  nowMs: number,
  isMailAllowed: (address: string) => boolean,
): Promise<readonly PlannedDelivery[]> {
  const recipients = (await readRecipients(runner)).filter(
    ({ is_enabled: on, channel }) => on && openChannels.has(channel),
  );
  const mayTell = await loadRecipientRights(runner, recipients, nowMs);
  const plates = [...new Set(alerts.map(({ plate }) => plate))];
  const sent = await readLastNotifications(runner, plates, new Date(nowMs - DELIVERY_EXPIRY_MS).toISOString());
  const cooling: CooldownTimes = new Map(
    sent.map(({ to, plate, kind, at }) => [buildCooldownKey(to, plate, kind), parseInstantMs(at)]),
  );
  // Rome's offset from UTC is whole hours, so UTC minutes are local minutes.
  const minute = toRomeHour(nowMs) * 60 + new Date(nowMs).getUTCMinutes();
  const moment: DeliveryContext = { nowMs, minute, cooldowns: cooling, openChannels };
  return alerts.flatMap((alert) => {
    const meant = recipients.filter((to) => mayTell(to, alert)).map(toPlannedRecipient);
    const planned = toPlannedAlert(alert, isMailAllowed);
    return [
      ...(alert.is_new ? planDeliveries(planned, 'new', meant, moment) : []),
      // Also the earlier step, if no process ran in between: who has its message gets no second one.
      ...(alert.escalation >= 1 ? planDeliveries(planned, 'urged', meant, moment) : []),
      ...(alert.escalation >= 2 ? planDeliveries(planned, 'supervisor', meant, moment) : []),
    ];
  });
}

function toPlannedAlert(alert: DueAlert, isMailAllowed: (address: string) => boolean): PlannedAlert {
  const { mail_alarm: mail, push_alarm: smartphone, radio_alarm: radio } = alert;
  const { addresses, onlyThese } = parseDirectMails(alert.mails);
  return {
    ...alert,
    alarms: mail === null || smartphone === null || radio === null ? null : { mail, smartphone, radio },
    direct: { addresses: addresses.filter(isMailAllowed), onlyThese },
  };
}

const toPlannedRecipient = (row: RecipientRow): PlannedRecipient => ({
  id: row.id,
  channel: row.channel,
  kinds: row.kinds,
  gates: row.gates,
  getsNew: row.gets_new,
  getsUrged: row.gets_urged,
  getsSupervised: row.gets_supervised,
  quiet: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
  urgentAlways: row.urgent_always,
  cooldownMin: row.cooldown_min,
});
