import type { createPeer } from '@varco/contract/portal/peers.ts';
import type { HandlerInput } from '@varco/contract/endpoint.ts';
import { buildPlantAddressKey } from '@varco/domain/plants/plant-address.ts';
import { hashSecretText } from '@varco/server-kit/auth/secrets.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { Selectable } from 'kysely';
import type { PeerTable } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { checkPeerAddress } from './peer-address.ts';
import { changePeer, insertPeer, isPeerKnown } from './registry.repository.ts';

type PeerFields = HandlerInput<typeof createPeer>['body'];

/**
 * Adds a plant to the registry or changes one (`id` not null), recorded in the same transaction. Throws `bad_request`
 * for an address the portal may not call, `duplicate` for an address or uuid that exists already, `not_found`.
 */
export async function savePeer(
  deps: Pick<PortalDeps, 'db' | 'publicOrigin' | 'outboundCidrs'>,
  id: number | null,
  fields: PeerFields,
  record: (uuid: string) => Promise<void>,
): Promise<Selectable<PeerTable>> {
  const url = checkPeerAddress(deps, fields.url);
  const row = { ...toPeerColumns(fields), url, url_key: buildPlantAddressKey(url) };
  return deps.db.transaction().execute(async (tx) => {
    if (await isPeerKnown(tx, row.url_key, row.uuid, id ?? 0)) throw new AppError('duplicate');
    const stored = id === null ? await insertPeer(tx, row) : await changePeer(tx, id, row);
    if (stored === undefined) throw new AppError('not_found');
    await record(stored.uuid);
    return stored;
  });
}

const toPeerColumns = (fields: PeerFields) => ({
  uuid: fields.uuid,
  label: fields.label.trim(),
  code: fields.code,
  public_key: fields.public_key === null ? null : Buffer.from(fields.public_key, 'base64url'),
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
