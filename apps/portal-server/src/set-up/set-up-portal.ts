import { randomBytes } from 'node:crypto';
import type { PortalSetUp, PortalSetUpInput, PortalSetUpReport } from '@varco/contract/set-up.ts';
import type { AuditSink } from '@varco/server-kit/audit/audit-sink.ts';
import { openAuditWriter } from '@varco/server-kit/audit/audit-writer.ts';
import { readServerSecret } from '@varco/server-kit/auth/server-secret.ts';
import { createDatabase } from '@varco/server-kit/database/kysely.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { useDatabase } from '@varco/server-kit/database/use-database.ts';
import { StartError } from '@varco/server-kit/process/start-or-explain.ts';
import { loadPortalUuid } from '../auth/portal-identity.repository.ts';
import { argon2Hasher } from '../auth/proof-hasher.ts';
import type { DB, Db, Tx } from '../db.ts';
import type { PortalEnv } from '../env.ts';
import { createLink, computeLinkEnd } from '../features/account/account-link.repository.ts';
import { changeAccount, insertInvited, lockAdministration } from '../features/users/users.repository.ts';
import { isNameTaken } from '../features/user/user.repository.ts';
import { INVITATION_PAGE } from '../mail/deliver.service.ts';
import { PORTAL_DATABASE } from '../portal-database.ts';
import { endInvitationLinks, findAdministrators } from './set-up.repository.ts';

type Report = PortalSetUpReport;
type Link = Pick<Report['administrators'][number], 'link' | 'expiresAt'>;

interface Context {
  readonly db: Db;
  readonly audit: AuditSink;
  readonly origin: string;
  /** ISO instant of the run. */
  readonly now: string;
}

/**
 * Makes the first administrators of the portal in one transaction, each with a one-time link, or says who they are. An
 * existing portal is changed only when `renew` asks for new links for those who have not used theirs. Throws errors that
 * `startOrExplain` can put into words.
 */
export async function setUpPortal(env: PortalEnv, input: PortalSetUpInput): Promise<Report> {
  const { VARCO_DATA_DIR: dataDir, VARCO_DATABASE_URL: url, VARCO_PUBLIC_ORIGIN: origin } = env;
  await readServerSecret(dataDir);
  const database = await useDatabase({ url, dataDir, program: PORTAL_DATABASE });
  const pool = createPool({ url: database.url, applicationName: 'varco setup portal', max: 4 });
  const db = createDatabase<DB>(pool);
  try {
    const identity = { host: new URL(origin).host, log: await loadPortalUuid(db) };
    const audit = await openAuditWriter({ pool, identity });
    try {
      return await inviteAdministrators({ db, audit, origin, now: new Date().toISOString() }, input);
    } finally {
      await audit.close();
    }
  } finally {
    await db.destroy();
    await database.stop();
  }
}

async function inviteAdministrators(context: Context, { answers, renew }: PortalSetUpInput): Promise<Report> {
  return context.db.transaction().execute(async (tx) => {
    await lockAdministration(tx);
    const known = await findAdministrators(tx);
    if (known.length === 0) {
      if (answers === null) return { state: 'missing', differences: [], administrators: [] };
      const administrators: Report['administrators'] = [];
      for (const person of answers.administrators) administrators.push(await makeAdministrator(tx, context, person));
      return { state: 'made', differences: [], administrators };
    }
    const administrators: Report['administrators'] = [];
    for (const { id, username, email, email_verified: isActive, invited_at: invitedAt } of known) {
      const isRenewed = renew && !isActive && invitedAt !== null;
      const link = isRenewed ? await renewLink(tx, context, { id, email }) : { link: null, expiresAt: null };
      administrators.push({ username, state: isActive ? 'active' : 'pending', ...link });
    }
    return { state: 'existing', differences: listUnknown(known, answers), administrators };
  });
}

/** Administrators of the answers whom the portal does not have: another administrator makes them, not this program. */
function listUnknown(known: readonly { readonly email: string }[], answers: PortalSetUp | null): string[] {
  const emails = new Set(known.map(({ email }) => email.toLowerCase()));
  const hasUnknown = answers?.administrators.some(({ email }) => !emails.has(email.toLowerCase())) ?? false;
  return hasUnknown ? ['administrators'] : [];
}

async function makeAdministrator(
  tx: Tx,
  context: Context,
  person: PortalSetUp['administrators'][number],
): Promise<Report['administrators'][number]> {
  const { full_name, email, authority, language } = person;
  if (await isNameTaken(tx, email, 0)) throw new StartError(`${email} has an account already, without administering.`);
  // Until the link is used nobody can sign in: this proof belongs to no password.
  const proofHash = await argon2Hasher.hash(`p1.${randomBytes(32).toString('base64url')}`);
  const kdf = { alg: 'argon2id', v: 19, m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString('base64url') } as const;
  const names = { username: email, email, full_name, authority, mobile: '', telephone: '', notes: '', language };
  const id = await insertInvited(tx, { ...names, proofHash, kdf }, context.now);
  await changeAccount(tx, id, { is_admin: true }, context.now);
  const link = await writeLink(tx, context, { id, email }, { is_admin: true });
  return { username: email, state: 'pending', ...link };
}

async function renewLink(tx: Tx, context: Context, person: { id: number; email: string }): Promise<Link> {
  await endInvitationLinks(tx, person.id, context.now);
  await changeAccount(tx, person.id, { invited_at: context.now }, context.now);
  return writeLink(tx, context, person, { repeated: true });
}

/** A link as an invitation by mail has it, recorded before the transaction ends. */
async function writeLink(
  tx: Tx,
  { audit, origin, now }: Context,
  { id, email }: { readonly id: number; readonly email: string },
  facts: Readonly<Record<string, boolean>>,
): Promise<Link> {
  const token = await createLink(tx, { userId: id, purpose: 'invite', email }, now);
  await audit.record({
    action: 'user.invite',
    outcome: 'ok',
    actor: { kind: 'system', id: null, name: 'setup', group: null, level: null, session: null },
    from: { ip: null, client: null },
    req: null,
    count: 1,
    detail: { email, ...facts },
  });
  return { link: `${origin}${INVITATION_PAGE}#${token}`, expiresAt: computeLinkEnd('invite', now) };
}
