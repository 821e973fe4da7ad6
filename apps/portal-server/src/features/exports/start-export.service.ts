import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { startExport } from '@varco/contract/portal/exports.ts';
import { encodeReason } from '@varco/contract/reason.ts';
import { MAX_SAVED_EXPORTS } from '@varco/domain/exports/saved-exports.ts';
import { buildPlantAddressKey, parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import type { StatedReason } from '@varco/server-kit/http/stated-reason.ts';
import type { Tx } from '../../db.ts';
import type { PortalDeps } from '../../deps.ts';
import { countSaved, lockExport, lockOwner } from './exports.repository.ts';
import { insertExportJob, insertExportParts, readOwnPeers, type OwnPeer } from './start-export.repository.ts';
import { sealJobSecrets, sealExportFilter, sealPartSecrets } from './export-secrets.ts';

type StartExportBody = z.output<NonNullable<(typeof startExport)['body']>>;

export interface StartContext {
  readonly userId: number;
  readonly keyHash: Buffer;
  readonly reason: StatedReason | null;
  readonly now: string;
  /** Spends the person's export allowance; throws when it is used up. */
  readonly spend: () => Promise<void>;
  /** Writes the audit entry inside the transaction. */
  readonly record: () => Promise<void>;
}

/**
 * Starts an export: inserts one row, and one part for each plant; the runner does the rest. A repeated request starts
 * nothing new. Throws `bad_request`, `conflict`/`max_exports` with both numbers, `conflict`/`export_exists`,
 * `rate_limit_exceeded`.
 */
export async function createExport(
  deps: Pick<PortalDeps, 'db' | 'key'>,
  body: StartExportBody,
  context: StartContext,
): Promise<{ guid: string }> {
  checkOptions(body);
  const requestHash = createHash('sha256').update(JSON.stringify(body)).digest();
  return deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, context.userId);
    const known = await lockExport(tx, body.guid);
    if (known !== undefined) {
      if (known.user_id !== context.userId || !known.request_hash.equals(requestHash))
        throw new AppError('conflict', { sub: 'export_exists' });
      await context.record();
      return { guid: body.guid };
    }
    const isDirect = body.direct_export_config !== undefined && body.direct_export_config !== null;
    if (!isDirect) await checkExportLimit(tx, context.userId);
    const peers = await findOwnPeers(tx, context.userId, body);
    await context.spend();
    await insertJob(tx, deps, body, requestHash, context);
    if (!isDirect) await insertParts(tx, deps, body, peers, context.now);
    await context.record();
    return { guid: body.guid };
  });
}

const invalidFieldError = (field: string): AppError => new AppError('bad_request', { sub: 'invalid_field', field });

/**
 * T 5.2: context pictures and watermark only together with pictures. Numbers and addresses of the plants must be
 * unique.
 */
function checkOptions(body: StartExportBody): void {
  if (body.without_images && body.with_context_images) throw invalidFieldError('body/with_context_images');
  if (body.without_images && body.watermark_tag !== '') throw invalidFieldError('body/watermark_tag');
  const numbers = new Set(body.peers.map(({ peer_number: number }) => number));
  const urls = new Set(body.peers.map(({ url }) => toPlantKey(url)));
  if (numbers.size !== body.peers.length || urls.size !== body.peers.length) throw invalidFieldError('body/peers');
}

function toPlantKey(url: string): string {
  const address = parsePlantAddress(url);
  if (!address.ok) throw invalidFieldError('body/peers');
  return buildPlantAddressKey(address.origin);
}

async function checkExportLimit(tx: Tx, userId: number): Promise<void> {
  const active = await countSaved(tx, userId);
  if (active < MAX_SAVED_EXPORTS) return;
  throw new AppError('conflict', {
    sub: 'max_exports',
    data: { active_exports: active, max_active_exports: MAX_SAVED_EXPORTS },
  });
}

/**
 * The requested plants as registered; the portal calls only plants in this person's own list (security rules, part
 * 13).
 */
async function findOwnPeers(tx: Tx, userId: number, body: StartExportBody): Promise<ReadonlyMap<string, OwnPeer>> {
  const rows = await readOwnPeers(
    tx,
    userId,
    body.peers.map(({ url }) => toPlantKey(url)),
  );
  if (rows.length !== body.peers.length) throw invalidFieldError('body/peers');
  return new Map(rows.map((row) => [row.url_key, row]));
}

async function insertJob(
  tx: Tx,
  { key }: Pick<PortalDeps, 'key'>,
  body: StartExportBody,
  requestHash: Buffer,
  { userId, keyHash, reason, now }: StartContext,
): Promise<void> {
  const direct = body.direct_export_config ?? null;
  const secrets = { password: body.encryption_key, reason: reason === null ? null : encodeReason(reason) };
  await insertExportJob(tx, {
    guid: body.guid,
    user_id: userId,
    created_at: now,
    updated_at: now,
    label: body.label,
    notes: body.notes,
    without_images: body.without_images,
    with_context_images: body.with_context_images,
    watermark_tag: body.watermark_tag,
    request_hash: requestHash,
    key_hash: keyHash,
    secrets_sealed: direct === null ? sealJobSecrets(key, body.guid, secrets) : null,
    parameters_sealed: sealExportFilter(key, body.guid, body.peers[0]?.filter ?? {}),
    file_name: buildFileName(body.guid, now, direct === null ? 'zip' : 'tsexp'),
    ...(direct === null
      ? {}
      : {
          // A direct export needs no work by the portal.
          state: 'ended' as const,
          ended_at: now,
          is_notified: true,
          direct_file: JSON.stringify(direct.file),
          direct_pin: direct.sealed_pin,
          direct_expires_at: direct.expires,
        }),
  });
}

/** A generated name that contains nothing typed by a person. */
const buildFileName = (guid: string, now: string, ending: string): string =>
  `varco-${now.slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')}-${guid.slice(0, 8)}.${ending}`;

async function insertParts(
  tx: Tx,
  { key }: Pick<PortalDeps, 'key'>,
  body: StartExportBody,
  peers: ReadonlyMap<string, OwnPeer>,
  now: string,
): Promise<void> {
  await insertExportParts(
    tx,
    body.peers.map((requested) => {
      const peer = peers.get(toPlantKey(requested.url));
      if (peer === undefined) throw invalidFieldError('body/peers');
      return {
        guid: body.guid,
        peer_number: requested.peer_number,
        peer_id: peer.id,
        url: peer.url,
        label: peer.label,
        secrets_sealed: sealPartSecrets(key, body.guid, requested.peer_number, {
          jwt: requested.jwt,
          filter: requested.filter,
        }),
        estimate: requested.estimate ?? null,
        next_try_at: now,
        last_sign_at: now,
      };
    }),
  );
}
