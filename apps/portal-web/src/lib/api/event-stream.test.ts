import { expect, test } from 'vitest';
import { readEventsForever, type StreamEvent } from './event-stream.ts';

const event = (name: string, data: string): StreamEvent => ({ name, id: '', data });

test('a stream that a stopping server ends is opened again soon, and no screen hears of an interruption', async () => {
  const ending = new AbortController();
  const heard: string[] = [];
  const openings = [[event('alert', '1'), event('reopen', '200')], [event('alert', '2')]];
  async function* open(): AsyncGenerator<StreamEvent> {
    const events = openings.shift() ?? [];
    if (openings.length === 0) ending.abort();
    yield* events;
  }
  let closed = 0;
  const begunAt = performance.now();
  await readEventsForever(
    open,
    { onEvent: ({ name, data }) => void heard.push(`${name} ${data}`), onClosed: () => void (closed += 1) },
    ending.signal,
  );
  expect(heard).toEqual(['alert 1', 'alert 2']);
  expect(closed).toBe(0);
  expect(performance.now() - begunAt).toBeLessThan(4_000);
});

test('a stream that just ends is an interruption', async () => {
  const ending = new AbortController();
  let closed = 0;
  async function* open(): AsyncGenerator<StreamEvent> {
    yield event('ping', '{}');
  }
  const onClosed = (): void => {
    closed += 1;
    ending.abort();
  };
  await readEventsForever(open, { onEvent: () => undefined, onClosed }, ending.signal);
  expect(closed).toBe(1);
});
