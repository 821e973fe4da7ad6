import type { TransitNote } from '@varco/contract/plant/transit-detail.ts';
import { addTransitNote, removeTransitNote } from '@varco/contract/plant/transit-notes.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

export const writeNote = (
  peerId: number,
  transitId: string,
  body: { readonly testo: string; readonly etichette: string[] },
): Promise<TransitNote> => callPeer(peerId, addTransitNote, { params: { id: transitId }, body });

export async function removeNote(peerId: number, transitId: string, note: string): Promise<void> {
  await callPeer(peerId, removeTransitNote, { params: { id: transitId, note } });
}
