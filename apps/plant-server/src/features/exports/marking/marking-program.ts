import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { createMarking } from './mark-archive.ts';
import type { FromMarking, ToMarking } from './marking-process.ts';

// The program of `MarkingProcess`.
stayInBackground();

const marking = createMarking();
const stops = new Map<number, AbortController>();

// Nobody to tell: the server is gone, and this process with it.
const tell = (message: FromMarking): void => void process.send?.(message, () => undefined);

process.on('message', (given) => {
  const message = given as ToMarking;
  const { id } = message;
  if (message.type === 'stop') {
    stops.get(id)?.abort(new Error('stopped'));
    return;
  }
  const stop = new AbortController();
  stops.set(id, stop);
  marking
    .archive(message.order, stop.signal)
    .then(
      (lines) => tell({ id, lines }),
      (error: unknown) => tell({ id, trouble: String(error) }),
    )
    .finally(() => stops.delete(id));
});
