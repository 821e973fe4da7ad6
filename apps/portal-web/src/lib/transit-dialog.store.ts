import { create } from 'zustand';
import { debounced } from './debounced.ts';

/** A transit looked at over the screen it was found on. */
export interface TransitDialogRequest {
  readonly peerId: number;
  readonly transitId: string;
}

/** T 2.11: who presses several rows in a moment asks for the last one only. */
export const DETAIL_DEBOUNCE_MS = 500;

interface Shown {
  /** What was pressed; it opens at once and waits. */
  readonly wanted: TransitDialogRequest | null;
  /** What is asked of the plant. */
  readonly request: TransitDialogRequest | null;
}

/** The transit dialog is one for the window. Plates stay in memory. */
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
