import * as api from '@varco/contract/portal/keys.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import type { PortalApp, PortalDeps } from '../../deps.ts';
import * as queries from './keys.repository.ts';

/** The caller's own keys only (P 7), also for administrators. */
export function keyRoutes(app: PortalApp, { db }: Pick<PortalDeps, 'db'>): void {
  implement(app, api.listOwnKeys, async (_input, ctx) => {
    const [rows, vault] = await Promise.all([
      queries.findKeysOfUser(db, ctx.viewer.userId),
      queries.findVaultOfUser(db, ctx.viewer.userId),
    ]);
    return {
      keys: rows.map((row) => ({
        id: row.id,
        name: row.name,
        type: row.kind,
        key: row.prefix,
        enabled: row.is_enabled,
        created: row.created_at,
        updated: row.updated_at,
      })),
      vault: vault === undefined ? null : { v: vault.v, rev: vault.rev, kdf: vault.kdf, keys: vault.keys },
    };
  });
}
