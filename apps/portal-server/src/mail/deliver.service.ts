import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Db } from '../db.ts';
import type { MailSender } from './mail-sender.ts';
import { createLink } from '../features/account/account-link.repository.ts';
import { writeMail } from './mail-text.ts';
import type { MailKind } from './mail-types.ts';
import * as outbox from './outbox.repository.ts';

const MINUTE_MS = 60_000;
/** A message reserved by a process that died becomes due again after this. */
const MAIL_LEASE_MS = 2 * MINUTE_MS;
const MAX_RETRY_DELAY_MS = 60 * MINUTE_MS;
/** Retries after 1, 2, 4 ... minutes, then every hour: a mail server may be down for a day. */
const MAX_MAIL_ATTEMPTS = 30;

export interface DeliveryDeps {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Date;
  readonly publicOrigin: string;
}

/** Sends all due messages, one after the other, until none is left or `signal` aborts. Returns how many were sent. */
export async function deliverDue(deps: DeliveryDeps, sender: MailSender, signal?: AbortSignal): Promise<number> {
  let sent = 0;
  while (signal?.aborted !== true) {
    const at = deps.now();
    const lease = new Date(at.getTime() + MAIL_LEASE_MS).toISOString();
    const mail = await outbox.reserveDueMail(deps.db, at.toISOString(), lease);
    if (mail === undefined) return sent;
    if (await sendMail(deps, sender, mail)) sent += 1;
  }
  return sent;
}

async function sendMail(deps: DeliveryDeps, sender: MailSender, mail: outbox.DueMail): Promise<boolean> {
  const end = (outcome: 'sent' | 'dropped' | 'given_up'): Promise<void> =>
    outbox.endMail(deps.db, mail.id, outcome, deps.now().toISOString());
  const user = await outbox.findRecipient(deps.db, mail);
  if (user === undefined || !isMailAddress(user.email) || !user.is_active || !isStillNeeded(mail.kind, user)) {
    await end('dropped');
    return false;
  }
  const name = user.full_name === '' ? user.username : user.full_name;
  try {
    const link = await createMailLink(deps, mail.kind, user);
    const text = writeMail({ kind: mail.kind, name, facts: mail.facts, link }, user.language);
    await sender.send({ name, address: user.email }, text);
  } catch (error) {
    deps.log.warn('mail not sent', { code: mail.kind, error });
    if (mail.tries >= MAX_MAIL_ATTEMPTS) await end('given_up');
    else await outbox.postponeMail(deps.db, mail.id, computeNextTry(deps.now(), mail.tries));
    return false;
  }
  await end('sent');
  return true;
}

/**
 * Pointless messages are not sent: a verification link or an invitation for a verified address, a password reset for
 * an unverified one.
 */
function isStillNeeded(kind: MailKind, user: { is_first_access: boolean; email_verified: boolean }): boolean {
  if (kind === 'verify_email') return !user.email_verified && !user.is_first_access;
  if (kind === 'reset_password') return user.email_verified && !user.is_first_access;
  if (kind === 'invitation') return !user.email_verified;
  return true;
}

/** Page and purpose of the link by message. The token goes into the fragment, which no browser sends to a server. */
const LINKS = {
  verify_email: { page: '/check-email', purpose: 'verify' },
  reset_password: { page: '/reset-password', purpose: 'reset' },
  invitation: { page: '/reset-password?invited=1', purpose: 'invite' },
} as const;

/** A new link for this message; null for a message without one. */
async function createMailLink(
  deps: DeliveryDeps,
  kind: MailKind,
  user: { id: number; email: string },
): Promise<string | null> {
  if (kind === 'ticket_new' || kind === 'ticket_answered') return `${deps.publicOrigin}/support`;
  if (kind !== 'verify_email' && kind !== 'reset_password' && kind !== 'invitation') return null;
  const { page, purpose } = LINKS[kind];
  const token = await createLink(deps.db, { userId: user.id, purpose, email: user.email }, deps.now().toISOString());
  return `${deps.publicOrigin}${page}#${token}`;
}

function computeNextTry(now: Date, tries: number): string {
  const waitMs = Math.min(MINUTE_MS * 2 ** (tries - 1), MAX_RETRY_DELAY_MS);
  return new Date(now.getTime() + waitMs).toISOString();
}
