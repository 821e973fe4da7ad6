import { stayInBackground } from '@varco/server-kit/process/background-process.ts';
import { createPictureMarking } from './mark-archive.ts';
import type { MarkingResponseMessage, MarkingRequestMessage } from './marking-process.ts';

// Main module of `MarkingProcess`.
stayInBackground();

const marking = createPictureMarking();
const stops = new Map<number, AbortController>();

// A failed send is ignored: the server has ended, and this process ends with it.
const send = (message: MarkingResponseMessage): void => void process.send?.(message, () => undefined);

process.on('message', (received) => {
  const message = received as MarkingRequestMessage;
  const { id } = message;
  if (message.type === 'stop') {
    stops.get(id)?.abort(new Error('stopped'));
    return;
  }
  const stop = new AbortController();
  stops.set(id, stop);
  marking
    .writeMarkedArchive(message.order, stop.signal)
    .then(
      (lines) => send({ id, lines }),
      (error: unknown) => send({ id, trouble: String(error) }),
    )
    .finally(() => stops.delete(id));
});
