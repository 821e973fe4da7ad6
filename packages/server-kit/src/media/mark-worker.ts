import { availableParallelism } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { createTurns } from '../process/turns.ts';
import type { MarkAnswer, MarkAsk } from './mark-thread.ts';
import { createPictureMarker, type PictureMarker } from './picture-mark.ts';

/** Marks of the exports that are being made; each keeps its overlays by size. */
const KEPT = 4;
/** The four threads that pixels are read and written in also read files and pack answers: one of them stays free. */
const inTurn = createTurns(Math.min(3, availableParallelism()));
const markers = new Map<string, PictureMarker>();

function markerOf({ text, fontFile }: MarkAsk): PictureMarker {
  const name = `${fontFile}\n${text}`;
  const made = markers.get(name) ?? createPictureMarker(text, fontFile);
  if (markers.size >= KEPT && !markers.has(name)) markers.clear();
  markers.set(name, made);
  return made;
}

parentPort?.on('message', (ask: MarkAsk) => {
  inTurn(() => markerOf(ask).mark(ask.bytes))
    .catch(() => null)
    .then((bytes) => parentPort?.postMessage({ id: ask.id, bytes } satisfies MarkAnswer))
    .catch(() => undefined);
});
