import type { TestStream } from '../../apps/plant-server/src/testing/alert-stream.ts';
import type { LiveReads } from '../plant/live-reads.ts';
import { runPaced } from '../plant/paced.ts';
import { sendReads } from '../plant/plant-client.ts';
import { percentile } from '../stats.ts';
import { ENTRIES, LISTED_EVERY, listedPlate } from './lists.ts';
import type { MailBox } from './mail-box.ts';
import type { OpenBrowser } from './open-browser.ts';

export const PER_SECOND = 500;
/** Maximum wait for missing messages after the last read. */
const PATIENCE_MS = 15_000;

/** Epoch milliseconds with fractions; comparable between this process and a browser page. */
export const clock = (): number => performance.timeOrigin + performance.now();

/** Summary of delays in milliseconds, and the number of messages that never arrived. */
export interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly n: number;
  readonly lost: number;
  /** Messages received more than once. */
  readonly repeated: number;
}

export interface Heard {
  /** From the first byte of the camera's call (before the read is accepted) to each listener. */
  readonly listeners: Delays;
  readonly browser: Delays;
  readonly mail: Delays;
  /** From the first byte of the camera's call to its response, when the read is accepted. */
  readonly accepted: Pick<Delays, 'p50' | 'p99' | 'max' | 'n'>;
  readonly readsPerSecond: number;
  readonly errors: number;
}

interface Ears {
  readonly streams: readonly TestStream[];
  readonly browser: OpenBrowser;
  readonly mails: MailBox;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const shortOf = (ms: readonly number[]): Heard['accepted'] => ({
  p50: tenth(percentile(ms, 0.5)),
  p99: tenth(percentile(ms, 0.99)),
  max: tenth(Math.max(...ms)),
  n: ms.length,
});

/** Messages of one listener as plate and arrival time, including repetitions. */
type Came = readonly (readonly [string, number])[];

/** Compares the messages received by several listeners with the reads sent. */
function delaysOf(sentAt: ReadonlyMap<string, number>, listeners: readonly Came[]): Delays {
  const ms: number[] = [];
  let repeated = 0;
  for (const came of listeners) {
    const known = new Set<string>();
    for (const [plate, at] of came) {
      const sent = sentAt.get(plate);
      if (sent === undefined) continue;
      if (known.has(plate)) repeated += 1;
      else ms.push(at - sent);
      known.add(plate);
    }
  }
  return { ...shortOf(ms), lost: sentAt.size * listeners.length - ms.length, repeated };
}

/**
 * Sends reads at the rate of the issue, one in 25 with a listed plate, and records when each listener, the browser
 * and the mail server received the alert.
 */
export async function hear({ streams, browser, mails }: Ears, live: LiveReads, seconds: number): Promise<Heard> {
  const sentAt = new Map<string, number>();
  const acceptedMs: number[] = [];
  const heard = streams.map((): [string, number][] => []);
  const listening = streams.map(async (stream, i) => {
    // Parsed only as far as needed, so that the benchmark does not take CPU time from the plant.
    for (let event = await stream.next(); event !== null; event = await stream.next())
      if (event.event === 'alert') heard[i]?.push([String(Reflect.get(Object(event.data), 'targa')), clock()]);
  });
  let n = Math.floor(Math.random() * ENTRIES);
  let calls = 0;
  const paced = await runPaced({ perSecond: PER_SECOND, inFlight: 16, seconds }, async () => {
    const reads = live.take(1);
    calls += 1;
    const at = clock();
    if (calls % LISTED_EVERY === 0) {
      n = (n + 1) % ENTRIES;
      const targa = listedPlate(n);
      sentAt.set(targa, at);
      for (const read of reads) read.targa = targa;
    }
    await sendReads(reads);
    acceptedMs.push(clock() - at);
  });
  const hasAll = (came: Came): boolean => {
    const known = new Set(came.map(([plate]) => plate));
    return [...sentAt.keys()].every((plate) => known.has(plate));
  };
  const isComplete = async (): Promise<boolean> =>
    heard.every(hasAll) && [...sentAt.keys()].every((plate) => mails.taken.has(plate)) && hasAll(await browser.shown());
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && !(await isComplete()))
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  const shown = await browser.shown();
  for (const stream of streams) stream.close();
  await Promise.all(listening);
  const mailed = [...mails.taken].flatMap(([plate, { at, times }]) =>
    Array.from({ length: times }, () => [plate, at] as const),
  );
  return {
    listeners: delaysOf(sentAt, heard),
    browser: delaysOf(sentAt, [shown]),
    mail: delaysOf(sentAt, [mailed]),
    accepted: shortOf(acceptedMs),
    readsPerSecond: Math.round(paced.ms.length / paced.seconds),
    errors: paced.errors,
  };
}
