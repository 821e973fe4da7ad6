import type * as api from '@varco/contract/portal/peers.ts';
import type { HandlerInput } from '@varco/contract/endpoint.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Selectable } from 'kysely';
import type { PeerTable } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { changePeer } from './registry.repository.ts';

type PeerFields = HandlerInput<typeof api.updatePeer>['body'];

/**
 * Changes what administrators say about a plant, recorded in the same transaction; who it is and where it is come from
 * joining. Throws `not_found`.
 */
export async function updatePeer(
  deps: Pick<PortalDeps, 'db'>,
  id: number,
  fields: PeerFields,
  record: (uuid: string) => Promise<void>,
): Promise<Selectable<PeerTable>> {
  return deps.db.transaction().execute(async (tx) => {
    const stored = await changePeer(tx, id, toPeerColumns(fields));
    if (stored === undefined) throw new AppError('not_found');
    await record(stored.uuid);
    return stored;
  });
}

const toPeerColumns = (fields: PeerFields) => ({
  label: fields.label.trim(),
  code: fields.code,
  is_enabled: fields.enabled,
  is_verified: fields.verified,
  internal_ip: fields.internal_ip,
  expected_ip: fields.expected_ip,
  info: fields.info,
  smartphone: fields.smartphone,
  notes: fields.notes,
  // Absent: unchanged; empty: nobody can register with a code any more.
  ...(fields.plant_code === undefined
    ? {}
    : { plant_code_hash: fields.plant_code === '' ? null : hashSecretText(fields.plant_code) }),
});
