import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { verifyLog } from '@varco/cli/audit/audit-verify.repository.ts';
import { sha256 } from '@varco/cli/audit/note-keys.ts';
import { openPublishedFiles, type PublishedFiles } from '@varco/cli/audit/published-files.ts';
import { verifyPublishedLog } from '@varco/domain/audit/published-log.ts';
import { computeTileWidth, formatTilePath, type TileName } from '@varco/domain/audit/tile-path.ts';
import { introduce, startTlogServer, type TlogServer } from '@varco/server-kit/tlog/tlog-test-world.ts';
import type { BenchOptions } from './options.ts';
import { computePercentile } from './stats.ts';

/** Entries of the verified log unless `--rows` says otherwise. */
const DEFAULT_ENTRIES = 100_000;
/** Entries appended one after another in each run. */
const APPENDS_PER_RUN = 400;
/** Pairs of runs, without and with publication. */
const RUN_PAIRS = 6;
/** Pause between publications while appending: sixty times as often as a server does. */
const PUBLISH_EVERY_MS = 1_000;
const APPEND_BATCH = 2_000;

/**
 * Cost of appending with and without publication, by turns, and speed of verifying a log: from the database, and from its
 * published files over HTTP. Log, witness and database are on this machine.
 */
export async function benchAudit({ rows }: BenchOptions, say: (text: string) => void): Promise<void> {
  const [log, witness] = await Promise.all([startTlogServer('log.example'), startTlogServer('witness.example')]);
  try {
    await introduce(log, witness);
    await measureAppends(log, say);
    await measureVerification(log, rows ?? DEFAULT_ENTRIES, say);
  } finally {
    await Promise.all([log.close(), witness.close()]);
  }
}

async function measureAppends(log: TlogServer, say: (text: string) => void): Promise<void> {
  const times = { without: [] as number[], with: [] as number[] };
  await log.append(APPENDS_PER_RUN);
  for (let pair = 0; pair < RUN_PAIRS; pair += 1) {
    for (const kind of ['without', 'with'] as const) {
      const stop = kind === 'with' ? publishOften(log) : async (): Promise<void> => {};
      for (let call = 0; call < APPENDS_PER_RUN; call += 1) {
        const startedAt = performance.now();
        await log.append(1);
        times[kind].push(performance.now() - startedAt);
      }
      await stop();
    }
  }
  for (const kind of ['without', 'with'] as const)
    say(
      `append ${kind} publication: p50 ${computePercentile(times[kind], 0.5).toFixed(1)} ms, p95 ${computePercentile(times[kind], 0.95).toFixed(1)} ms`,
    );
}

/** Publishes again and again until the returned function is called. */
function publishOften({ tlog }: TlogServer): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      await tlog.publish(new AbortController().signal);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PUBLISH_EVERY_MS);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  };
  const running = loop();
  return async () => {
    controller.abort();
    await running;
  };
}

async function measureVerification(log: TlogServer, entries: number, say: (text: string) => void): Promise<void> {
  for (let left = entries; left > 0; left -= APPEND_BATCH) await log.append(Math.min(left, APPEND_BATCH));
  const report = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    say(`${name}: ${seconds.toFixed(1)} s for ${entries}, ${((seconds / entries) * 1e6).toFixed(1)} s per million`);
  };
  await report('tree and cosignature', () => log.tlog.publish(new AbortController().signal));
  const client = await log.database.admin.connect();
  await report('verify the database', async () => {
    const { state } = await verifyLog(client, { databaseUrl: log.database.url });
    if (state !== 'whole') throw new Error('the log is broken');
  });
  client.release();
  const files = await openPublishedFiles(log.logUrl);
  await report('verify the published files over HTTP', () => verifyFiles(files));
  const folder = await mkdtemp(join(tmpdir(), 'varco-tiles-'));
  try {
    await copyFiles(files, log.logUrl, folder);
    const copied = await openPublishedFiles(folder);
    await report('verify a copy of the published files', () => verifyFiles(copied));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function verifyFiles({ checkpoint, read }: PublishedFiles): Promise<void> {
  const { state } = await verifyPublishedLog({ sha256, head: checkpoint, read, known: [] });
  if (state !== 'whole') throw new Error('the published log is broken');
}

/** Copies all files of a published log, as somebody does who verifies it later. */
async function copyFiles({ checkpoint: { size }, read }: PublishedFiles, url: string, folder: string): Promise<void> {
  const write = async (path: string, bytes: Uint8Array | null): Promise<void> => {
    if (bytes === null) throw new Error(`${path} is not published`);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  await write('checkpoint', new Uint8Array(await (await fetch(`${url}/checkpoint`)).arrayBuffer()));
  for (const level of ['entries', 0, 1, 2, 3] as const)
    for (let index = 0; ; index += 1) {
      const width = computeTileWidth(size, level === 'entries' ? 0 : level, index);
      if (width === 0) break;
      const tile: TileName = { level, index, width };
      await write(formatTilePath(tile), await read(tile));
    }
}
