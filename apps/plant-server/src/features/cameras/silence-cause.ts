import type { CameraTask } from '@varco/contract/plant/camera-tasks.ts';
import type { SentByGate } from './camera-silences.repository.ts';

export interface CauseFacts {
  readonly isWholePlant: boolean;
  readonly hasError: boolean;
  /** What its declared cameras sent lately; undefined: none is declared. */
  readonly sent: SentByGate | undefined;
}

/** Likely cause of a silence, the most telling first. */
export function findSilenceCause({ isWholePlant, hasError, sent }: CauseFacts): CameraTask['causa'] {
  if (isWholePlant) return 'impianto';
  if (hasError) return 'guasto';
  if (sent === undefined) return 'lettore';
  // Reads arrive, and yet the newest of them is old: their time is wrong.
  if (sent.reads > 0) return 'orologio';
  if (sent.refused > 0) return 'rifiutati';
  if (sent.no_plate > 0) return 'senza_targhe';
  return sent.heartbeats > 0 ? 'nessun_veicolo' : 'contatto';
}
