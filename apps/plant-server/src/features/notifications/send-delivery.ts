import {
  type ChannelKind,
  DIRECT_PER_MINUTE,
  MAX_DELIVERY_ATTEMPTS,
  channelPauseS,
  deliveryRetryDelayS,
} from '@varco/domain/alerts/deliveries.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { RateLimiter } from '@varco/server-kit/rate/rate-limiter.ts';
import type { Runner } from '../../database/sql-statement.ts';
import { buildAlertMessage } from './alert-message.ts';
import type { SendOutcome } from './channel-client.ts';
import * as channels from './channel.repository.ts';
import { type DeliveryOutcome, postponeDelivery } from './delivery.repository.ts';
import { type ChannelContext, createChannelClient, openRecipientSecret } from './open-channel.ts';
import type { Outbox, ClaimedDelivery } from './outbox.ts';

export interface SendDeps {
  readonly runner: Runner;
  readonly rates: Pick<RateLimiter, 'spend'>;
  readonly log: Log;
  readonly now: () => Date;
  readonly channelContext: ChannelContext;
  /** True when alerts may be mailed to this address. */
  readonly isMailAllowed: (address: string) => boolean;
  readonly outbox: Outbox;
}

type ClaimedMessage = ClaimedDelivery['delivery'];

/** Sends the most urgent due message of a channel. `none`: none is due. `down`: the service is unavailable. */
export async function sendNextDelivery(
  kind: ChannelKind,
  needs: SendDeps,
  signal: AbortSignal,
): Promise<'done' | 'none' | 'down'> {
  const { runner, now, outbox } = needs;
  const taken = await outbox.claim(kind);
  if (taken === null) return 'none';
  const { delivery } = taken;
  if (outbox.isAcknowledged(delivery.id)) {
    await outbox.finish(kind, { id: delivery.id, outcome: 'sent', error: '' });
    return 'done';
  }
  if (!isStillAllowed(taken, needs)) {
    await outbox.finish(kind, { id: delivery.id, outcome: 'dropped', error: '' });
    return 'done';
  }
  if (!(await isWithinRecipientRate(taken, needs))) return 'done';
  const outcome = await attemptSend(taken, needs.channelContext, signal);
  if (signal.aborted && outcome.kind !== 'sent') {
    // The server is stopping: the aborted attempt is not counted.
    const nowIso = now().toISOString();
    await postponeDelivery(runner, delivery.id, { afterS: 0, error: '', isTry: false, nowIso });
    return 'none';
  }
  await storeSendOutcome(kind, delivery, outcome, needs);
  return outcome.kind === 'down' ? 'down' : 'done';
}

/** Rights and switches may have changed since the message was written, and an escalated alert may have been taken. */
function isStillAllowed({ delivery, recipient, mayNotify }: ClaimedDelivery, { isMailAllowed }: SendDeps): boolean {
  if (delivery.occasion !== 'new' && delivery.is_cared_for) return false;
  if (delivery.recipient === null) return isMailAllowed(delivery.address);
  if (recipient === null || !recipient.is_enabled) return false;
  if (recipient.channel === 'mail' && !isMailAllowed(recipient.address)) return false;
  return mayNotify;
}

/** Limits messages per minute for each recipient. A message over the limit is postponed, not lost. */
async function isWithinRecipientRate(
  { delivery, recipient }: ClaimedDelivery,
  { runner, rates, now }: SendDeps,
): Promise<boolean> {
  const limit = recipient?.per_minute ?? DIRECT_PER_MINUTE;
  try {
    await rates.spend({ name: 'alert-recipient', limit, windowS: 60 }, String(delivery.recipient ?? delivery.address));
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'rate_limit_exceeded') throw error;
    const nowIso = now().toISOString();
    await postponeDelivery(runner, delivery.id, { afterS: 60 / limit, error: 'rate', isTry: false, nowIso });
    return false;
  }
}

async function attemptSend(
  { delivery, recipient, channel, settings }: ClaimedDelivery,
  around: ChannelContext,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const client = channel === undefined ? null : createChannelClient(channel, around);
  if (channel === undefined || client === null) return { kind: 'down', response: 'not configured' };
  const { label, uuid, portal_url: portalUrl } = settings;
  const message = buildAlertMessage(
    {
      ...delivery,
      gateName: delivery.gate_name,
      plate: channel.shows_plate ? delivery.plate : null,
      isMisread: delivery.closeness === 'misread',
      at: delivery.ts,
      delivery: delivery.id,
    },
    { plant: label, plantUuid: uuid, portalUrl },
    recipient?.language ?? 'it',
  );
  const address = recipient?.address ?? delivery.address;
  const secret = recipient === null ? null : openRecipientSecret(around, recipient);
  return client.send({ address, secret }, message, signal);
}

async function storeSendOutcome(
  kind: ChannelKind,
  delivery: ClaimedMessage,
  outcome: SendOutcome,
  { runner, log, now, outbox }: SendDeps,
): Promise<void> {
  const nowIso = now().toISOString();
  const end = (as: DeliveryOutcome): Promise<void> =>
    outbox.finish(kind, { id: delivery.id, outcome: as, error: as === 'sent' ? '' : outcome.response });
  const giveUp = async (as: 'refused' | 'given_up'): Promise<void> => {
    await end(as);
    log.error('alert message given up', { code: kind, subCode: as });
  };
  if (outcome.kind === 'sent') await end('sent');
  else if (outcome.kind === 'down') {
    if (await channels.recordChannelFailure(runner, kind, nowIso, outcome.response, channelPauseS))
      log.error('alert channel does not work', { code: kind });
    await postponeDelivery(runner, delivery.id, { afterS: 0, error: outcome.response, isTry: false, nowIso });
  } else if (outcome.kind === 'gone' && delivery.recipient !== null) {
    // Deleting the recipient deletes its messages too.
    await channels.deleteRecipient(runner, delivery.recipient);
  } else if (outcome.kind === 'later') {
    if (delivery.tries >= MAX_DELIVERY_ATTEMPTS) return giveUp('given_up');
    const afterS = Math.min(3_600, Math.max(deliveryRetryDelayS(delivery.tries), outcome.retryAfterS ?? 0));
    await postponeDelivery(runner, delivery.id, { afterS, error: outcome.response, isTry: true, nowIso });
  } else await giveUp('refused');
}
