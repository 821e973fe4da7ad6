import type { ManagedKey, PortalKey } from '@varco/contract/portal/keys.ts';
import type { findKeys, KeyRow } from './keys.repository.ts';

export const toPortalKey = (row: KeyRow): PortalKey => ({
  id: row.id,
  name: row.name,
  type: row.kind,
  key: row.prefix,
  enabled: row.is_enabled,
  created: row.created_at,
  updated: row.updated_at,
  expires: row.expires_at,
  last_used: row.last_used_at,
});

export const toManagedKey = (row: Awaited<ReturnType<typeof findKeys>>[number]): ManagedKey => ({
  ...toPortalKey(row),
  created_by: row.created_by,
  users: row.users,
});
