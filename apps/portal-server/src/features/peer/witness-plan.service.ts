import type { LogAnnouncement, WitnessPlan } from '@varco/contract/tlog.ts';
import { parseVerifierKey } from '@varco/domain/audit/cosignature.ts';
import { listNextInRing, listWitnessedInRing, PLANT_WITNESSES } from '@varco/domain/audit/witness-ring.ts';
import { sha256OfParts } from '@varco/server-kit/audit/sha256.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { listWitnessedLogs } from '@varco/server-kit/tlog/witness.repository.ts';
import type { z } from 'zod';
import type { PortalDeps } from '../../deps.ts';
import { listPeerWitnesses, storePeerWitness } from './peer-witness.repository.ts';

type Needs = Pick<PortalDeps, 'db' | 'pool' | 'tlog' | 'publicOrigin' | 'now'>;

const WITNESS_PATH = '/audit/witness';
/** A plant that has not answered the portal's probe for this long is not asked to cosign the portal's log. */
const REACHED_WITHIN_MS = 10 * 60_000;
/** Plants that cosign the portal's log. */
const PORTAL_WITNESSES = PLANT_WITNESSES + 1;

/**
 * Takes the log and the witness key a plant announced, and answers whom it sends its checkpoints to (the portal and two
 * other plants) and whose it cosigns (the portal's and those of two other plants). Throws `bad_request` when the log is
 * not that of the plant.
 */
export async function exchangeLogs(
  deps: Needs,
  plant: { readonly id: number; readonly uuid: string },
  announced: z.infer<typeof LogAnnouncement>,
): Promise<WitnessPlan | null> {
  const key = parseVerifierKey(sha256OfParts, announced.witness);
  const isWitness = key?.kind === 'witness' && key.name.endsWith(`/audit/${plant.uuid}/witness`);
  if (!isWitness || !(await deps.tlog.watch(announced.log, plant.uuid)))
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'audit' });
  await storePeerWitness(deps.db, plant.id, announced.witness);
  const own = await deps.tlog.describe();
  if (own === null) return null;
  const members = await listPeerWitnesses(deps.db);
  const logs = new Map((await listWitnessedLogs(deps.pool)).map((log) => [log.owner, log]));
  const watched = listWitnessedInRing(members, plant.uuid).flatMap(({ uuid }) => logs.get(uuid) ?? []);
  return {
    witnesses: [
      { vkey: own.witness, url: `${deps.publicOrigin}${WITNESS_PATH}` },
      ...listNextInRing(members, plant.uuid).map(({ url, vkey }) => ({ vkey, url: `${url}${WITNESS_PATH}` })),
    ],
    logs: [own.log, ...watched].map(({ origin, vkeys }) => ({ origin, vkeys: [...vkeys] })),
  };
}

/** Signs the portal's tree head and has it cosigned by plants that can be reached; runs every minute. */
export async function publishPortalLog(deps: Needs, signal: AbortSignal): Promise<void> {
  const since = deps.now().getTime() - REACHED_WITHIN_MS;
  const members = await listPeerWitnesses(deps.db);
  const reached = members.filter(({ reached_at: at }) => at !== null && Date.parse(at) >= since);
  await deps.tlog.setWitnesses(
    reached.slice(0, PORTAL_WITNESSES).map(({ url, vkey }) => ({ vkey, url: `${url}${WITNESS_PATH}` })),
  );
  await deps.tlog.publish(signal);
}
