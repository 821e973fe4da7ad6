import { create } from 'zustand';
import { debounce } from './debounce.ts';

/** A transit shown in a dialog over the current screen. */
export interface TransitDialogRequest {
  readonly peerId: number;
  readonly transitId: string;
}

/** T 2.11: when several rows are clicked quickly, only the last one is requested. */
export const DETAIL_DEBOUNCE_MS = 500;

interface TransitDialogState {
  /** The clicked transit; the dialog opens at once and waits for the debounce. */
  readonly clicked: TransitDialogRequest | null;
  /** The transit to fetch from the plant. */
  readonly request: TransitDialogRequest | null;
}

/** State of the transit dialog, of which a window has one. Plates stay in memory. */
export const useTransitDialog = create<TransitDialogState>(() => ({ clicked: null, request: null }));

const fetchDebounced = debounce(
  (request: TransitDialogRequest) => useTransitDialog.setState({ request }),
  DETAIL_DEBOUNCE_MS,
);

export function openTransitDialog(request: TransitDialogRequest): void {
  useTransitDialog.setState({ clicked: request, request: null });
  fetchDebounced.ask(request);
}

export function closeTransitDialog(): void {
  fetchDebounced.cancel();
  useTransitDialog.setState({ clicked: null, request: null });
}
