import { create } from 'zustand';
import { toBase64Url, utf8 } from '@varco/vault/bytes.ts';

/** Why data are consulted: code from the plant's list, free text, and the case they belong to (security 6). */
export interface Reason {
  readonly code: string;
  readonly text: string;
  readonly case: string;
}

export const NO_REASON: Reason = { code: '', text: '', case: '' };
/** Longest parts, in characters. Together they always fit the 2 KiB of the header, whatever is typed. */
export const REASON_LIMITS = { code: 40, text: 240, case: 80 } as const;

interface ReasonState extends Reason {
  /** A plant refused a call without a reason: the case bar opens. */
  readonly isWanted: boolean;
}

/** What the case bar shows. Kept in memory; the workspace puts it in the encrypted store. */
export const useReason = create<ReasonState>(() => ({ ...NO_REASON, isWanted: false }));

export function setReason(reason: Partial<Reason>): void {
  useReason.setState({ ...reason, isWanted: false });
}

/** Called when a plant answers `reason_required`. */
export function askForReason(): void {
  useReason.setState({ isWanted: true });
}

/** Value of `X-Varco-Reason`: base64url of the JSON; null when nothing is stated. */
export function reasonHeader(reason: Reason): string | null {
  const stated = {
    code: clip(reason.code, REASON_LIMITS.code),
    text: clip(reason.text, REASON_LIMITS.text),
    case: clip(reason.case, REASON_LIMITS.case),
  };
  if (stated.code === '' && stated.text === '' && stated.case === '') return null;
  return toBase64Url(utf8(JSON.stringify(stated)));
}

function clip(text: string, max: number): string {
  return [...text.replace(/\p{Cc}/gu, ' ')].slice(0, max).join('').trim();
}

/** The header of what the case bar holds now. */
export function currentReasonHeader(): string | null {
  return reasonHeader(useReason.getState());
}
