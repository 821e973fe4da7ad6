/** Event with which a stopping server ends a stream: another process is there, so it is opened again soon. */
export const REOPEN_EVENT = 'reopen';
const MIN_MS = 200;
const MAX_MS = 2_000;

/** Milliseconds after which a stream is opened again; spread, so that all streams of a process do not come back at once. */
const drawPauseMs = (draw: () => number): number => Math.round(MIN_MS + draw() * (MAX_MS - MIN_MS));

/** The last event of a stream, as text. Browsers that read streams by themselves obey `retry`. @param draw from 0 to 1 */
export function formatReopen(draw: () => number): string {
  const pauseMs = drawPauseMs(draw);
  return `event: ${REOPEN_EVENT}\nretry: ${pauseMs}\ndata: ${pauseMs}\n\n`;
}

/** The pause that such an event asks for, never outside the limits; the longest when its data is no number. */
export function readReopenMs(data: string): number {
  const ms = Number(data);
  return Number.isFinite(ms) ? Math.min(MAX_MS, Math.max(MIN_MS, ms)) : MAX_MS;
}
