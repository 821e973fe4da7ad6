import type { CallOutput } from '@varco/contract/endpoint.ts';
import { delegateExport, plantKeys } from '@varco/contract/plant/exports.ts';
import type { ExportOptions } from '@varco/domain/exports/export-status.ts';
import { createPin, PARAMETER_FILE_MAX_BYTES, sealParameterFile } from '@varco/evidence/parameter-file.ts';
import type { Bytes } from '@varco/vault/bytes.ts';
import { deriveZipPassword, sealExportPin } from '@varco/vault/export-key.ts';
import { now } from '../../lib/clock.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { currentSession } from '../../lib/session/session-store.ts';
import { toWireContents, sendExport } from './exports.api.ts';
import type { ExportPlant } from './export-plants.ts';

type ExportMode = 'portal' | 'direct';
type Delegation = ExportPlant & CallOutput<typeof delegateExport>;

/** Plants that refused to delegate the export. */
export class DelegationRefusedError extends Error {
  override readonly name = 'NoLeave';
  readonly plants: readonly ExportPlant[];
  constructor(plants: readonly ExportPlant[], cause: unknown) {
    super('no leave to export', { cause });
    this.plants = plants;
  }
}

/**
 * Requests an export delegation token from every plant for exactly these transits; the user's own token is not passed
 * on. @throws the first failure
 */
async function requestDelegations(
  guid: string,
  mode: ExportMode,
  plants: readonly ExportPlant[],
  options: ExportOptions,
): Promise<readonly Delegation[]> {
  const requested = await Promise.allSettled(
    plants.map(async (one) => ({
      ...one,
      ...(await callPlant(one.plant.credentialId, delegateExport, {
        body: {
          export_guid: guid,
          mode,
          filter: one.filter,
          ...toWireContents(options),
          notes: options.notes,
          mono: plants.length === 1,
        },
      })),
    })),
  );
  const refused = plants.filter((_one, at) => requested[at]?.status === 'rejected');
  const first = requested.find((one) => one.status === 'rejected');
  // A missing plant would silently make the export incomplete: the user is asked.
  if (first !== undefined) throw new DelegationRefusedError(refused, first.reason);
  return requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

const buildExportBody = (delegations: readonly Delegation[], options: ExportOptions, label: string) => ({
  label: label.slice(0, 120),
  peers: delegations.map(({ plant, filter, jwt, estimate }, at) => ({
    url: plant.origin ?? '',
    label: getPlantLabel(plant),
    jwt,
    filter,
    peer_number: at + 1,
    estimate: estimate?.count ?? null,
  })),
  notes: options.notes,
  ...toWireContents(options),
});

/**
 * PTAPI-02: requests the delegations, then starts the export on the portal. The file password is derived from the
 * user's key, for this export only.
 */
export async function startPortalExport(
  key: Bytes,
  plants: readonly ExportPlant[],
  options: ExportOptions,
  label: string,
): Promise<string> {
  const guid = crypto.randomUUID();
  const delegations = await requestDelegations(guid, 'portal', plants, options);
  const password = await deriveZipPassword(key, guid);
  await sendExport({ guid, encryption_key: password, ...buildExportBody(delegations, options, label) });
  return guid;
}

/**
 * DEX-07: stores the delegations in a file sealed with a PIN. The portal stores the file, and the PIN only encrypted
 * with the user's key.
 */
export async function startDirectExport(
  key: Bytes,
  plants: readonly ExportPlant[],
  options: ExportOptions,
  label: string,
): Promise<{ readonly guid: string; readonly pin: string }> {
  const guid = crypto.randomUUID();
  const delegations = await requestDelegations(guid, 'direct', plants, options);
  const [password, keys] = await Promise.all([
    deriveZipPassword(key, guid),
    Promise.all(delegations.map(({ plant }) => callPlant(plant.credentialId, plantKeys, {}))),
  ]);
  // The file expires with the first delegation to expire.
  const expires = delegations.map((leave) => leave.expires_at).toSorted()[0] ?? now();
  const pin = createPin();
  const text = await sealParameterFile(
    {
      guid,
      created_at: now(),
      expires_at: expires,
      user: currentSession().user?.username ?? '',
      notes: options.notes,
      zip_password: password,
      peers: delegations.map(({ plant, filter, jwt }, at) => ({
        peer_number: at + 1,
        url: plant.origin ?? '',
        label: getPlantLabel(plant),
        jwt,
        filter,
        ...toWireContents(options),
        keys: keys[at]?.keys ?? [],
      })),
    },
    pin,
  );
  if (text.length > PARAMETER_FILE_MAX_BYTES) throw new RangeError('parameters too long');
  await sendExport({
    guid,
    encryption_key: password,
    ...buildExportBody(delegations, options, label),
    direct_export_config: { file: JSON.parse(text), sealed_pin: await sealExportPin(key, guid, pin), expires },
  });
  return { guid, pin };
}
