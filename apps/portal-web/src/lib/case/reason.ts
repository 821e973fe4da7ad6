import { StatedReason, encodeReason } from '@varco/contract/reason.ts';
import { create } from 'zustand';

/** Content of the case bar: reason code from the plants' lists, free text and case number (security 6). */
interface ReasonState {
  readonly code: string;
  readonly text: string;
  readonly case: string;
  /** A plant refused a call because its reason was missing or invalid: the case bar opens. */
  readonly isRequired: boolean;
}

/** In memory only: a reason applies to the current work and is lost with the page. */
export const useReason = create<ReasonState>(() => ({ code: '', text: '', case: '', isRequired: false }));

export function setReason(reason: Partial<Pick<ReasonState, 'code' | 'text' | 'case'>>): void {
  useReason.setState({ ...reason, isRequired: false });
}

/** Called when a plant responds with `reason_required`. */
export function requestReason(): void {
  useReason.setState({ isRequired: true });
}

/** Case bars on the page; without one nobody can be asked for a reason. */
let askers = 0;

/** Registers a case bar; the returned function unregisters it. */
export function registerReasonAsker(): () => void {
  askers += 1;
  return () => {
    askers -= 1;
  };
}

/**
 * Waits until the requested reason was stated, so that a call continues instead of failing. False: nobody can be asked,
 * or the user closed the dialog without stating another reason.
 */
export async function waitForReason(signal: AbortSignal | undefined): Promise<boolean> {
  if (askers === 0 || !useReason.getState().isRequired) return false;
  const before = getReasonHeader();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = useReason.subscribe(({ isRequired }) => {
      if (!isRequired) end();
    });
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
  const header = getReasonHeader();
  return header !== null && header !== before;
}

interface CheckedReason {
  readonly source: ReasonState;
  readonly reason: StatedReason | null;
  readonly header: string | null;
}

/** Validated content of the case bar, cached because a search of a hundred plants sends it a hundred times. */
let cachedCheck: CheckedReason | null = null;

function checkReason(): CheckedReason {
  const of = useReason.getState();
  if (cachedCheck?.source === of) return cachedCheck;
  const { code, text, case: caseNumber } = of;
  const reason = StatedReason.safeParse({ code, text, case: caseNumber }).data ?? null;
  cachedCheck = { source: of, reason, header: encodeReasonHeader(reason) };
  return cachedCheck;
}

/** The reason to send; null while the case bar is empty or invalid. */
export const getStatedReason = (): StatedReason | null => checkReason().reason;

/** Value of `X-Varco-Reason`: base64url of the JSON; null without a valid reason or when longer than the 2 KiB header limit. */
export const getReasonHeader = (): string | null => checkReason().header;

function encodeReasonHeader(reason: StatedReason | null): string | null {
  if (reason === null) return null;
  try {
    return encodeReason(reason);
  } catch {
    return null;
  }
}
