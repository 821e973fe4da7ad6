import { create } from 'zustand';

/** A transit on which somebody writes a note, from any screen. */
export interface NoteRequest {
  readonly peerId: number;
  readonly transitId: string;
  /** Plate as shown, for the title of the dialog; empty: none was read. */
  readonly plate: string;
}

/** Request shown by the note dialog, of which a window has one; null: closed. Plates stay in memory. */
export const useNoteDialog = create<{ readonly request: NoteRequest | null }>(() => ({ request: null }));

export const openNoteDialog = (request: NoteRequest): void => useNoteDialog.setState({ request });
export const closeNoteDialog = (): void => useNoteDialog.setState({ request: null });
