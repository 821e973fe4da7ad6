import { decideApproval, listApprovals, withdrawApproval } from '@varco/contract/plant/approvals.ts';
import { setApprovals, updateApproval } from '../../lib/approvals/approvals.store.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { PlantApproval } from './approval-batches.ts';

/** What failed on a plant. */
export interface PlantFault {
  readonly peerId: number;
  readonly error: Error;
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** Does one thing on several plants at once; returns those on which it failed. */
async function runOnPlants<Part extends { readonly peerId: number }>(
  parts: readonly Part[],
  work: (part: Part) => Promise<void>,
): Promise<readonly PlantFault[]> {
  const answers = await Promise.allSettled(parts.map(work));
  return answers.flatMap((answer, at) => {
    const part = parts[at];
    if (answer.status === 'fulfilled' || part === undefined) return [];
    return [{ peerId: part.peerId, error: toError(answer.reason) }];
  });
}

/** Decides a question on every plant where this person may. */
export const decideParts = (
  parts: readonly PlantApproval[],
  esito: 'granted' | 'refused',
  nota: string,
): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, async ({ peerId, approval }) => {
    const decided = await callPeer(peerId, decideApproval, { params: { id: approval.id }, body: { esito, nota } });
    updateApproval(peerId, decided);
  });

export const withdrawParts = (parts: readonly PlantApproval[]): Promise<readonly PlantFault[]> =>
  runOnPlants(parts, async ({ peerId, approval }) => {
    await callPeer(peerId, withdrawApproval, { params: { id: approval.id } });
    updateApproval(peerId, { ...approval, stato: 'withdrawn' });
  });

/** Reads the requests of these plants again. */
export const readApprovals = (peerIds: readonly number[]): Promise<readonly PlantFault[]> =>
  runOnPlants(
    peerIds.map((peerId) => ({ peerId })),
    async ({ peerId }) => setApprovals(peerId, (await callPeer(peerId, listApprovals, {})).objects),
  );
