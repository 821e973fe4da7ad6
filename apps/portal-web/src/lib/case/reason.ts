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

interface Checked {
  readonly of: ReasonState;
  readonly reason: StatedReason | null;
  readonly header: string | null;
}

/** What the case bar holds, checked and written once: a search of a hundred plants sends it a hundred times. */
let checked: Checked | null = null;

function checkedReason(): Checked {
  const of = useReason.getState();
  if (checked?.of === of) return checked;
  const { code, text, case: caseNumber } = of;
  const reason = StatedReason.safeParse({ code, text, case: caseNumber }).data ?? null;
  checked = { of, reason, header: headerOf(reason) };
  return checked;
}

/** The reason as it may be sent; null while the case bar is empty or not yet valid. */
export const statedReason = (): StatedReason | null => checkedReason().reason;

/** Value of `X-Varco-Reason`: base64url of the JSON; null without a valid reason or above the 2 KiB of the header. */
export const reasonHeader = (): string | null => checkedReason().header;

function headerOf(reason: StatedReason | null): string | null {
  if (reason === null) return null;
  try {
    return encodeReason(reason);
  } catch {
    return null;
  }
}
