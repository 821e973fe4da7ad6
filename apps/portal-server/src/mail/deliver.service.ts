import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { JobPostponed, type JobHandler } from '@varco/server-kit/jobs/define-job.ts';
import type { Log } from '@varco/server-kit/log/log.ts';
import type { Db } from '../db.ts';
import type { MailSender } from './mail-sender.ts';
import { createLink } from '../features/account/account-link.repository.ts';
import { SEND_MAIL } from './mail-job.ts';
import { writeMail } from './mail-text.ts';
import type { MailKind } from './mail-types.ts';
import * as outbox from './outbox.repository.ts';

export interface DeliveryDeps {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Date;
  readonly publicOrigin: string;
}

/** Sends the queued messages. A message is sent again when the process died between sending and recording it. */
export const createMailHandler = (
  deps: DeliveryDeps,
  openSender: () => MailSender | null,
): JobHandler<{ mail: string }> => ({
  job: SEND_MAIL,
  concurrency: 1,
  // Without a mail server messages wait and do not count as tried.
  isReady: () => openSender() !== null,
  async run({ mail: id }) {
    const sender = openSender();
    if (sender === null) throw new JobPostponed('no mail server');
    const mail = await outbox.startMailAttempt(deps.db, id);
    if (mail !== undefined) await sendMail(deps, sender, mail);
  },
  giveUp: ({ mail: id }) => outbox.endMail(deps.db, id, 'given_up', deps.now().toISOString()),
});

async function sendMail(deps: DeliveryDeps, sender: MailSender, mail: outbox.DueMail): Promise<void> {
  const end = (outcome: 'sent' | 'dropped'): Promise<void> =>
    outbox.endMail(deps.db, mail.id, outcome, deps.now().toISOString());
  const user = await outbox.findRecipient(deps.db, mail);
  if (user === undefined || !isMailAddress(user.email) || !user.is_active || !isStillNeeded(mail.kind, user))
    return end('dropped');
  const name = user.full_name === '' ? user.username : user.full_name;
  try {
    const link = await createMailLink(deps, mail.kind, user);
    const text = writeMail({ kind: mail.kind, name, facts: mail.facts, link }, user.language);
    await sender.send({ name, address: user.email }, text);
  } catch (error) {
    deps.log.warn('mail not sent', { code: mail.kind, error });
    throw new JobPostponed('mail not sent', { cause: error });
  }
  return end('sent');
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

/** Page on which an invited person chooses the password. */
export const INVITATION_PAGE = '/reset-password?invited=1';

/** Page and purpose of the link by message. The token goes into the fragment, which no browser sends to a server. */
const LINKS = {
  verify_email: { page: '/check-email', purpose: 'verify' },
  reset_password: { page: '/reset-password', purpose: 'reset' },
  invitation: { page: INVITATION_PAGE, purpose: 'invite' },
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
