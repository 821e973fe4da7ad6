import type { Approval, ApprovalState } from '@varco/contract/plant/approvals.ts';

/** A request as one plant has it. */
export interface PlantApproval {
  readonly peerId: number;
  readonly approval: Approval;
}

/** One question, asked on one plant or on several together. Newest first; the first request speaks for all. */
export interface ApprovalBatch {
  readonly id: string;
  readonly parts: readonly PlantApproval[];
  readonly first: Approval;
}

/** The requests of all plants, those of one question together, newest first. */
export function groupByBatch(byPeer: ReadonlyMap<number, readonly Approval[]>): readonly ApprovalBatch[] {
  const all = [...byPeer].flatMap(([peerId, list]) => list.map((approval): PlantApproval => ({ peerId, approval })));
  // The browser of the requester chose the id of the batch: the name keeps two people's requests apart.
  const batches = Map.groupBy(all, ({ approval }) => `${approval.lotto} ${approval.richiedente}`);
  return [...batches]
    .flatMap(([id, parts]): readonly ApprovalBatch[] => {
      const [first] = parts;
      return first === undefined ? [] : [{ id, parts, first: first.approval }];
    })
    .toSorted((a, b) => b.first.richiesta_il.localeCompare(a.first.richiesta_il));
}

/** The parts that this person may decide now. */
export const listDecidableParts = ({ parts }: ApprovalBatch): readonly PlantApproval[] =>
  parts.filter(({ approval }) => approval.stato === 'open' && approval.impedimento === null);

/** The own requests of a batch that still wait. */
export const listWithdrawable = ({ parts }: ApprovalBatch): readonly PlantApproval[] =>
  parts.filter(({ approval }) => approval.propria && approval.stato === 'open');

/** The states of a batch, each with the plants in it, in order of the plants. */
export const groupByState = ({ parts }: ApprovalBatch): ReadonlyMap<ApprovalState, readonly PlantApproval[]> =>
  Map.groupBy(parts, ({ approval }) => approval.stato);
