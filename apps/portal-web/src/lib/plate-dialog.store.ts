import { create } from 'zustand';

/** Whose passages lie over the screen, how they are shown first, and from when to when; null ends: no end. */
export interface PlateDialogRequest {
  readonly plate: string;
  readonly mode: 'map' | 'list';
  readonly start: string | null;
  readonly end: string | null;
}

/** The plate transit dialog (T 2.7) is one for the window: any screen may open it. Plates stay in memory. */
export const usePlateDialog = create<{ readonly request: PlateDialogRequest | null }>(() => ({ request: null }));

export const openPlateDialog = (request: PlateDialogRequest): void => usePlateDialog.setState({ request });
export const closePlateDialog = (): void => usePlateDialog.setState({ request: null });
