import { setTimeout as delay } from 'node:timers/promises';
import { REOPEN_EVENT, readReopenMs } from '@varco/domain/streams/reopen.ts';
import type { Headers } from '../drill/caller.ts';
import type { Tally } from './tally.ts';

export interface StreamTarget {
  readonly url: string;
  readonly path: string;
  readonly headers: () => Headers;
  /** Body of the next opening, with the id of the last event; null: none was received. */
  readonly buildBody: (lastId: string | null) => unknown;
  readonly onEvent: (name: string, data: string) => void;
}

/** How a stream went. */
export interface StreamCounts {
  opened: number;
  /** Ends that a stopping server announced. */
  announced: number;
  /** Ends without a word: the connection broke. */
  broken: number;
}

const RETRY_MS = 200;

/** Reads a stream until the signal aborts, and opens it again after its last event as the browser does. */
export async function watchStream(target: StreamTarget, tally: Tally, signal: AbortSignal): Promise<StreamCounts> {
  const counts: StreamCounts = { opened: 0, announced: 0, broken: 0 };
  let lastId: string | null = null;
  while (!signal.aborted) {
    let reopenMs: number | null = null;
    const hear = ({ name, id, data }: ReceivedEvent): void => {
      if (id !== '') lastId = id;
      if (name === REOPEN_EVENT) reopenMs = readReopenMs(data);
      else if (name !== '') target.onEvent(name, data);
    };
    const isOpened = await readStream(target, lastId, tally, hear, signal);
    if (signal.aborted) break;
    if (isOpened) counts.opened += 1;
    if (reopenMs !== null) counts.announced += 1;
    else if (isOpened) counts.broken += 1;
    await delay(reopenMs ?? RETRY_MS);
  }
  return { ...counts, opened: counts.opened + 1 };
}

interface ReceivedEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Opens a stream once and reads it to its end. False: it was not opened. */
async function readStream(
  { url, path, headers, buildBody }: StreamTarget,
  lastId: string | null,
  tally: Tally,
  hear: (event: ReceivedEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const begunAt = performance.now();
  const note = (status: number, body: unknown): void =>
    tally.note('STREAM', path, { status, body }, performance.now() - begunAt);
  let response: Response;
  try {
    response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(buildBody(lastId)),
      signal,
    });
  } catch (error) {
    if (!signal.aborted) note(0, String(error));
    return false;
  }
  if (!response.ok) {
    note(response.status, await response.text());
    return false;
  }
  note(response.status, null);
  await readEvents(response, hear).catch(() => undefined);
  return true;
}

async function readEvents(response: Response, hear: (event: ReceivedEvent) => void): Promise<void> {
  if (response.body === null) return;
  let buffer = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${buffer}${part}`.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) hear(parseEvent(block));
  }
}

function parseEvent(block: string): ReceivedEvent {
  const find = (name: string): string => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
  return { name: find('event'), id: find('id'), data: find('data') };
}
