import { create } from 'zustand';
import { debounced } from './debounced.ts';

/** A transit shown in a dialog over the current screen. */
export interface TransitDialogRequest {
  readonly peerId: number;
  readonly transitId: string;
}

/** T 2.11: when several rows are clicked quickly, only the last one is requested. */
export const DETAIL_DEBOUNCE_MS = 500;

interface Shown {
  /** The clicked transit; the dialog opens at once and waits for the debounce. */
  readonly wanted: TransitDialogRequest | null;
  /** The transit to fetch from the plant. */
  readonly request: TransitDialogRequest | null;
}

/** State of the transit dialog, of which a window has one. Plates stay in memory. */
export const useTransitDialog = create<Shown>(() => ({ wanted: null, request: null }));

const later = debounced((request: TransitDialogRequest) => useTransitDialog.setState({ request }), DETAIL_DEBOUNCE_MS);

export function openTransitDialog(request: TransitDialogRequest): void {
  useTransitDialog.setState({ wanted: request, request: null });
  later.ask(request);
}

export function closeTransitDialog(): void {
  later.cancel();
  useTransitDialog.setState({ wanted: null, request: null });
}
