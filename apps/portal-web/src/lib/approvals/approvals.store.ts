import type { Approval } from '@varco/contract/plant/approvals.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { coversQuestion, toApprovalQuestion } from '@varco/domain/approvals/approval-question.ts';
import { create } from 'zustand';
import { now } from '../clock.ts';

/** Requests beyond the limits of a role (ADR 0027), per plant, as the plant last listed them. Memory only: they contain plates. */
interface Approvals {
  readonly byPeer: ReadonlyMap<number, readonly Approval[]>;
}

export const useApprovals = create<Approvals>(() => ({ byPeer: new Map() }));

export const setApprovals = (peerId: number, list: readonly Approval[]): void =>
  useApprovals.setState(({ byPeer }) => ({ byPeer: new Map(byPeer).set(peerId, list) }));

/**
 * Reads the list of a plant and stores it; returns it with the one before. A list that was read while the stored one
 * changed (a request sent or withdrawn here, a newer list) may be older than that change: it is read again.
 */
export async function refreshApprovals(
  peerId: number,
  read: () => Promise<readonly Approval[]>,
): Promise<{ readonly before: readonly Approval[] | undefined; readonly list: readonly Approval[] }> {
  const before = useApprovals.getState().byPeer.get(peerId);
  const list = await read();
  if (useApprovals.getState().byPeer.get(peerId) !== before) return refreshApprovals(peerId, read);
  setApprovals(peerId, list);
  return { before, list };
}

/** Puts one request in the place of its former state, or at the top. */
export const updateApproval = (peerId: number, approval: Approval): void =>
  useApprovals.setState(({ byPeer }) => {
    const others = (byPeer.get(peerId) ?? []).filter(({ id }) => id !== approval.id);
    return { byPeer: new Map(byPeer).set(peerId, [approval, ...others]) };
  });

export const clearApprovals = (): void => useApprovals.setState({ byPeer: new Map() });

/** True when the question of a request contains a search. */
export const coversSearch = ({ filtro }: Approval, search: TransitFilter): boolean =>
  coversQuestion(toApprovalQuestion(filtro), toApprovalQuestion(search));

/** The newest request of this person that covers a search on a plant; null: none. */
export function findOwnApproval({ byPeer }: Approvals, peerId: number, search: TransitFilter): Approval | null {
  return (byPeer.get(peerId) ?? []).find((one) => one.propria && coversSearch(one, search)) ?? null;
}

/** True while the plant accepts it. */
export const isUsable = ({ stato, valida_fino: until }: Approval): boolean =>
  stato === 'granted' && until !== null && until > now();

/** The search with the approval that covers it, where there is one. */
export function addApproval(peerId: number, search: TransitFilter): TransitFilter & { readonly consenso?: string } {
  const approval = findOwnApproval(useApprovals.getState(), peerId, search);
  return approval !== null && isUsable(approval) ? { ...search, consenso: approval.id } : search;
}

/** Open requests this person may decide, over all plants. */
export const listDecidable = ({ byPeer }: Approvals): readonly Approval[] =>
  [...byPeer.values()].flat().filter(({ stato, impedimento }) => stato === 'open' && impedimento === null);
