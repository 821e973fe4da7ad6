import { randomUUID } from 'node:crypto';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/keys.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { Db, Tx } from '../../db.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import { createKeySecret, getKeyPrefix, hashKeySecret } from './key-secret.ts';
import * as queries from './keys.repository.ts';
import { toManagedKey, toPortalKey } from './keys.view.ts';

const DAY_MS = 86_400_000;

/** Keys of programs: administrators make and end them, the users who answer for one see it (P 3, P 7; ADR 0027). */
export function keyRoutes(app: PortalApp, { db }: Pick<PortalDeps, 'db'>): void {
  // The caller's own keys only, also for administrators.
  implement(app, api.listOwnKeys, async (_input, ctx) => {
    const [rows, vault] = await Promise.all([
      queries.findKeysOfUser(db, ctx.viewer.userId),
      queries.findVaultOfUser(db, ctx.viewer.userId),
    ]);
    return {
      keys: rows.map(toPortalKey),
      vault: vault === undefined ? null : { v: vault.v, rev: vault.rev, kdf: vault.kdf, keys: vault.keys },
    };
  });

  implement(app, api.listKeys, async () => ({ keys: (await queries.findKeys(db)).map(toManagedKey) }));

  implement(app, api.createKey, async ({ body }, ctx) => {
    const maker = { name: ctx.viewer.actor.name ?? '', now: ctx.now() };
    return makeKey(db, body, maker, (id) =>
      ctx.audit({ count: 1, detail: { key: id, type: body.type, days: body.days, users: body.users } }),
    );
  });

  implement(app, api.updateKey, ({ params: { key: id }, body }, ctx) =>
    db.transaction().execute(async (tx) => {
      const change = { name: body.name.trim(), is_enabled: body.enabled, updated_at: ctx.now() };
      if (!(await queries.changeKey(tx, id, change))) throw new AppError('not_found');
      await assignUsers(tx, id, body.users);
      await ctx.audit({ count: 1, detail: { key: id, enabled: body.enabled, users: body.users } });
      return readKey(tx, id);
    }),
  );

  implement(app, api.deleteKey, ({ params: { key: id } }, ctx) =>
    db.transaction().execute(async (tx) => {
      if (!(await queries.removeKey(tx, id))) throw new AppError('not_found');
      await ctx.audit({ count: 1, detail: { key: id } });
    }),
  );
}

/** Makes a key with its entry in the log, in one transaction. Throws `conflict`/`too_many_keys`, `not_found` for an unknown user. */
function makeKey(
  db: Db,
  body: CallInput<typeof api.createKey>['body'],
  maker: { readonly name: string; readonly now: string },
  record: (id: string) => Promise<void>,
): Promise<{ readonly key: api.ManagedKey; readonly secret: string }> {
  const secret = createKeySecret();
  const id = randomUUID();
  return db.transaction().execute(async (tx) => {
    if ((await queries.countKeysLocked(tx)) >= api.MAX_PORTAL_KEYS)
      throw new AppError('conflict', { sub: 'too_many_keys' });
    await queries.insertKey(tx, {
      id,
      name: body.name.trim(),
      kind: body.type,
      prefix: getKeyPrefix(secret),
      secret_hash: hashKeySecret(secret),
      created_by: maker.name,
      created_at: maker.now,
      updated_at: maker.now,
      expires_at: new Date(Date.parse(maker.now) + (body.days ?? api.DEFAULT_KEY_DAYS) * DAY_MS).toISOString(),
    });
    await assignUsers(tx, id, body.users);
    await record(id);
    return { key: await readKey(tx, id), secret };
  });
}

async function assignUsers(tx: Tx, id: string, users: readonly number[]): Promise<void> {
  if (!(await queries.setKeyUsers(tx, id, users))) throw new AppError('not_found');
}

async function readKey(db: Db | Tx, id: string): Promise<api.ManagedKey> {
  const [row] = await queries.findKeys(db, id);
  if (row === undefined) throw new AppError('not_found');
  return toManagedKey(row);
}
