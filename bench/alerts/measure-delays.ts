import type { TestAlertStream } from '../../apps/plant-server/src/testing/alert-stream.ts';
import type { LiveReads } from '../plant/live-reads.ts';
import { runAtRate } from '../plant/paced.ts';
import { sendReads } from '../plant/plant-client.ts';
import { computePercentile } from '../stats.ts';
import { ENTRIES, LISTED_EVERY, buildListedPlate } from './lists.ts';
import type { MailServer } from './mail-box.ts';
import type { OpenBrowser } from './open-browser.ts';

export const READS_PER_SECOND = 500;
/** Maximum wait for missing messages after the last read. */
const MAX_WAIT_MS = 15_000;

/** Epoch milliseconds with fractions; comparable between this process and a browser page. */
export const epochMsNow = (): number => performance.timeOrigin + performance.now();

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

export interface AlertDelays {
  /** From the first byte of the camera's call (before the read is accepted) to each listener. */
  readonly listeners: Delays;
  readonly browser: Delays;
  readonly mail: Delays;
  /** From the first byte of the camera's call to its response, when the read is accepted. */
  readonly accepted: Pick<Delays, 'p50' | 'p99' | 'max' | 'n'>;
  readonly readsPerSecond: number;
  readonly errors: number;
}

interface AlertListeners {
  readonly streams: readonly TestAlertStream[];
  readonly browser: OpenBrowser;
  readonly mails: MailServer;
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
const summarizeMs = (ms: readonly number[]): AlertDelays['accepted'] => ({
  p50: roundToTenth(computePercentile(ms, 0.5)),
  p99: roundToTenth(computePercentile(ms, 0.99)),
  max: roundToTenth(Math.max(...ms)),
  n: ms.length,
});

/** Messages of one listener as plate and arrival time, including repetitions. */
type ReceivedAlerts = readonly (readonly [string, number])[];

/** Compares the messages received by several listeners with the reads sent. */
function computeDelays(sentAt: ReadonlyMap<string, number>, listeners: readonly ReceivedAlerts[]): Delays {
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
  return { ...summarizeMs(ms), lost: sentAt.size * listeners.length - ms.length, repeated };
}

/**
 * Sends reads at the rate of the issue, one in 25 with a listed plate, and records when each listener, the browser
 * and the mail server received the alert.
 */
export async function measureDelays(
  { streams, browser, mails }: AlertListeners,
  live: LiveReads,
  seconds: number,
): Promise<AlertDelays> {
  const sentAt = new Map<string, number>();
  const acceptedMs: number[] = [];
  const heard = streams.map((): [string, number][] => []);
  const listening = streams.map(async (stream, i) => {
    // Parsed only as far as needed, so that the benchmark does not take CPU time from the plant.
    for (let event = await stream.nextEvent(); event !== null; event = await stream.nextEvent())
      if (event.event === 'alert') heard[i]?.push([String(Reflect.get(Object(event.data), 'targa')), epochMsNow()]);
  });
  let n = Math.floor(Math.random() * ENTRIES);
  let calls = 0;
  const paced = await runAtRate({ perSecond: READS_PER_SECOND, inFlight: 16, seconds }, async () => {
    const reads = live.take(1);
    calls += 1;
    const at = epochMsNow();
    if (calls % LISTED_EVERY === 0) {
      n = (n + 1) % ENTRIES;
      const targa = buildListedPlate(n);
      sentAt.set(targa, at);
      for (const read of reads) read.targa = targa;
    }
    await sendReads(reads);
    acceptedMs.push(epochMsNow() - at);
  });
  const hasAll = (came: ReceivedAlerts): boolean => {
    const known = new Set(came.map(([plate]) => plate));
    return [...sentAt.keys()].every((plate) => known.has(plate));
  };
  const isComplete = async (): Promise<boolean> =>
    heard.every(hasAll) && [...sentAt.keys()].every((plate) => mails.taken.has(plate)) && hasAll(await browser.shown());
  const until = performance.now() + MAX_WAIT_MS;
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
    listeners: computeDelays(sentAt, heard),
    browser: computeDelays(sentAt, [shown]),
    mail: computeDelays(sentAt, [mailed]),
    accepted: summarizeMs(acceptedMs),
    readsPerSecond: Math.round(paced.ms.length / paced.seconds),
    errors: paced.errors,
  };
}
