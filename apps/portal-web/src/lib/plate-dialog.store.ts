import { create } from 'zustand';

/** Plate and period of the plate dialog, and its initial mode; null ends are open. */
export interface PlateDialogRequest {
  readonly plate: string;
  readonly mode: 'map' | 'list';
  readonly start: string | null;
  readonly end: string | null;
}

/** Request of the plate transit dialog (T 2.7), of which a window has one; any screen can open it. Plates stay in memory. */
export const usePlateDialog = create<{ readonly request: PlateDialogRequest | null }>(() => ({ request: null }));

export const openPlateDialog = (request: PlateDialogRequest): void => usePlateDialog.setState({ request });
export const closePlateDialog = (): void => usePlateDialog.setState({ request: null });
