import type { CallOutput } from '@varco/contract/endpoint.ts';
import { delegateExport, plantKeys } from '@varco/contract/plant/exports.ts';
import type { ExportOptions } from '@varco/domain/exports/export-status.ts';
import { newPin, PARAMETER_FILE_MAX_BYTES, sealParameters } from '@varco/evidence/parameter-file.ts';
import type { Bytes } from '@varco/vault/bytes.ts';
import { exportZipPassword, sealExportPin } from '@varco/vault/export-key.ts';
import { now } from '../../lib/clock.ts';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import { plantLabel } from '../../lib/plants/use-plants.ts';
import { currentSession } from '../../lib/session/session-store.ts';
import { contentsOf, sendExport } from './exports.api.ts';
import type { ExportPlant } from './export-plants.ts';

type Mode = 'portal' | 'direct';
type Leave = ExportPlant & CallOutput<typeof delegateExport>;

/** Plants that refused to delegate the export. */
export class NoLeave extends Error {
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
async function askLeave(
  guid: string,
  mode: Mode,
  plants: readonly ExportPlant[],
  options: ExportOptions,
): Promise<readonly Leave[]> {
  const asked = await Promise.allSettled(
    plants.map(async (one) => ({
      ...one,
      ...(await callPlant(one.plant.credentialId, delegateExport, {
        body: {
          export_guid: guid,
          mode,
          filter: one.filter,
          ...contentsOf(options),
          notes: options.notes,
          mono: plants.length === 1,
        },
      })),
    })),
  );
  const refused = plants.filter((_one, at) => asked[at]?.status === 'rejected');
  const first = asked.find((one) => one.status === 'rejected');
  // A missing plant would silently make the export incomplete: the user is asked.
  if (first !== undefined) throw new NoLeave(refused, first.reason);
  return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

const bodyOf = (leaves: readonly Leave[], options: ExportOptions, label: string) => ({
  label: label.slice(0, 120),
  peers: leaves.map(({ plant, filter, jwt, answer }, at) => ({
    url: plant.origin ?? '',
    label: plantLabel(plant),
    jwt,
    filter,
    peer_number: at + 1,
    estimate: answer?.count ?? null,
  })),
  notes: options.notes,
  ...contentsOf(options),
});

/**
 * PTAPI-02: requests the delegations, then starts the export on the portal. The file password is derived from the
 * user's key, for this export only.
 */
export async function beginExport(
  key: Bytes,
  plants: readonly ExportPlant[],
  options: ExportOptions,
  label: string,
): Promise<string> {
  const guid = crypto.randomUUID();
  const leaves = await askLeave(guid, 'portal', plants, options);
  const password = await exportZipPassword(key, guid);
  await sendExport({ guid, encryption_key: password, ...bodyOf(leaves, options, label) });
  return guid;
}

/**
 * DEX-07: stores the delegations in a file sealed with a PIN. The portal stores the file, and the PIN only encrypted
 * with the user's key.
 */
export async function beginDirectExport(
  key: Bytes,
  plants: readonly ExportPlant[],
  options: ExportOptions,
  label: string,
): Promise<{ readonly guid: string; readonly pin: string }> {
  const guid = crypto.randomUUID();
  const leaves = await askLeave(guid, 'direct', plants, options);
  const [password, keys] = await Promise.all([
    exportZipPassword(key, guid),
    Promise.all(leaves.map(({ plant }) => callPlant(plant.credentialId, plantKeys, {}))),
  ]);
  // The file expires with the first delegation to expire.
  const expires = leaves.map((leave) => leave.expires_at).toSorted()[0] ?? now();
  const pin = newPin();
  const text = await sealParameters(
    {
      guid,
      created_at: now(),
      expires_at: expires,
      user: currentSession().user?.username ?? '',
      notes: options.notes,
      zip_password: password,
      peers: leaves.map(({ plant, filter, jwt }, at) => ({
        peer_number: at + 1,
        url: plant.origin ?? '',
        label: plantLabel(plant),
        jwt,
        filter,
        ...contentsOf(options),
        keys: keys[at]?.keys ?? [],
      })),
    },
    pin,
  );
  if (text.length > PARAMETER_FILE_MAX_BYTES) throw new RangeError('parameters too long');
  await sendExport({
    guid,
    encryption_key: password,
    ...bodyOf(leaves, options, label),
    direct_export_config: { file: JSON.parse(text), sealed_pin: await sealExportPin(key, guid, pin), expires },
  });
  return { guid, pin };
}
