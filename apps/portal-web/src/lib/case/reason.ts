import { StatedReason, encodeReason } from '@varco/contract/reason.ts';
import { create } from 'zustand';

/** What the case bar holds: reason from the plants' lists, free text, number of the case (security 6). */
interface ReasonState {
  readonly code: string;
  readonly text: string;
  readonly case: string;
  /** A plant refused a call without a reason, or did not accept it: the case bar opens. */
  readonly isWanted: boolean;
}

/** Kept in memory; gone with the page, as a reason belongs to the work at hand. */
export const useReason = create<ReasonState>(() => ({ code: '', text: '', case: '', isWanted: false }));

export function setReason(reason: Partial<Pick<ReasonState, 'code' | 'text' | 'case'>>): void {
  useReason.setState({ ...reason, isWanted: false });
}

/** Called when a plant answers `reason_required`. */
export function askForReason(): void {
  useReason.setState({ isWanted: true });
}

/** The reason as it may be sent; null while the case bar is empty or not yet valid. */
export function statedReason(): StatedReason | null {
  const { code, text, case: caseNumber } = useReason.getState();
  return StatedReason.safeParse({ code, text, case: caseNumber }).data ?? null;
}

/** Value of `X-Varco-Reason`: base64url of the JSON; null without a valid reason or above the 2 KiB of the header. */
export function reasonHeader(): string | null {
  const reason = statedReason();
  if (reason === null) return null;
  try {
    return encodeReason(reason);
  } catch {
    return null;
  }
}
