import { decideApproval, listApprovals, withdrawApproval } from '@varco/contract/plant/approvals.ts';
import { refreshApprovals, updateApproval } from '../../lib/approvals/approvals.store.ts';
import { type PlantFault, runOnPlants } from '../../lib/plants/plant-faults.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import type { PlantApproval } from './approval-batches.ts';

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
    async ({ peerId }) => {
      await refreshApprovals(peerId, async () => (await callPeer(peerId, listApprovals, {})).objects);
    },
  );
