// `npm run bench -- sizing`: what a transit, a read, a picture and a search cost, on an archive of one size.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Rng } from '@varco/sim/random.ts';
import { computePeriod, type DataMark, openDataFolder } from './data/data-folder.ts';
import { drawScene, makeUnique } from './data/scene-picture.ts';
import type { BenchOptions } from './options.ts';
import { LiveReads } from './plant/live-reads.ts';
import { runPlantQuery, sendReads, sendReadWithPictures } from './plant/plant-client.ts';
import { type Session, startSession, withPostgres } from './plant/session.ts';
import { collectRunFacts, readLoadAverage } from './report/results.ts';
import { saveResults } from './report/save-results.ts';
import { formatCaption, formatTable } from './report/table.ts';
import { CLASSES } from './search/classes.ts';
import { readSearchInputs, type SearchInputs } from './search/query-inputs.ts';
import { drawQuery } from './search/run-search.ts';
import { readDatabaseUse, readFolderBytes, readWalPosition } from './sizing/disk-use.ts';
import { estimateSizing, type MeasuredCost } from './sizing/estimate.ts';
import { computeCost, type LoadCost, measureLoad } from './sizing/load-cost.ts';
import { findPostmaster, readPostgresMemory, readProcessorTime } from './sizing/process-use.ts';
import { summarizeTimes } from './stats.ts';

const SETTLE_MS = 40_000;
/** Rates that leave the machine mostly idle, so that calls do not share the cost of a commit. */
const READS_PER_SECOND = 40;
const PICTURE_READS_PER_SECOND = 10;
const SEARCHES_PER_SECOND = 5;
/** The site that the archive stands for: a month of transits, 20 people who search every ten seconds. */
const RETENTION_DAYS = 30;
const SITE_SEARCHES_PER_SECOND = 2;
/** A picture of the scene and one of the plate, as cameras of two megapixels send them. */
const SITE_PICTURE_BYTES = 160_000;

/** Measures the costs and prints them; the reads it sends remain in the data folder. */
export async function benchSizing(
  options: BenchOptions,
  spec: DataMark['spec'],
  say: (text: string) => void,
): Promise<void> {
  const { dataDir } = options;
  const mark = await openDataFolder(dataDir, spec, say);
  const loadBefore = readLoadAverage();
  const facts = await withPostgres(dataDir, (owner) =>
    readSearchInputs(owner, { gates: spec.gates, plates: mark.plates, ...computePeriod(spec) }),
  );
  const session = await startSession(dataDir);
  try {
    const use = await readDatabaseUse(session.owner);
    const loads = await measureLoads(options, session, facts, say);
    const cost: MeasuredCost = {
      storedTransits: mark.rows,
      databaseBytesPerTransit: use.all / mark.rows,
      walBytesPerRead: loads.walBytes / loads.reads.calls.ms.length,
      pictureBytesPerByte: loads.pictureBytesPerByte,
      cpuMsPerRead: computeCost(loads.reads, loads.idle),
      cpuMsPerReadWithPictures: computeCost(loads.pictures, loads.idle),
      cpuMsPerSearch: computeCost(loads.searches, loads.idle),
      idleCores: (loads.idle.plantMs + loads.idle.postgresMs) / (loads.idle.calls.seconds * 1000),
      plantMb: (await session.plant.memory())?.peak ?? Number.NaN,
      postgresMb: await readPostgresMemory([await findPostmaster(dataDir)]),
    };
    const run = collectRunFacts(mark, 'npm run bench -- sizing', loadBefore);
    console.log(`\n${formatCaption(run)}\n\n${formatCost(cost)}\n\n${formatSites(cost)}\n`);
    const perTransit = (bytes: number): string => String(Math.round(bytes / mark.rows));
    console.log(
      `Database: ${perTransit(use.transits)} bytes for the row of a transit, ${perTransit(use.transitIndexes)} for its indexes, ${perTransit(use.others)} for everything else.`,
    );
    console.log(
      `Plant: answers after ${session.plant.readySeconds} s, all in memory after ${session.plant.loadedSeconds} s.`,
    );
    for (const [name, { calls }] of Object.entries({ ...loads.named })) {
      const times = summarizeTimes(calls.ms);
      console.log(
        `${name}: ${calls.ms.length} calls, p50 ${times?.p50 ?? '-'} ms, p95 ${times?.p95 ?? '-'} ms, ${calls.errors} errors ${calls.lastError ?? ''}`,
      );
    }
    if (options.isSaved) saveResults(`sizing-${mark.rows}`, { run, cost, use });
  } finally {
    await session.stop();
  }
}

async function measureLoads(options: BenchOptions, session: Session, facts: SearchInputs, say: (text: string) => void) {
  const { dataDir } = options;
  const live = new LiveReads(facts.known, facts.gates);
  const rng = new Rng(20);
  const answered = new Set(CLASSES.map(({ id }) => id));
  const scenes = await Promise.all(Array.from({ length: 8 }, (_, seed) => drawScene(1280, 720, seed + 1)));
  const plates = await Promise.all(Array.from({ length: 8 }, (_, seed) => drawScene(400, 116, seed + 1)));
  let sent = 0;
  let sentBytes = 0;
  const sendPictures = async (): Promise<void> => {
    const [scene, plate] = [scenes[sent % 8], plates[sent % 8]];
    const [read] = live.take(1);
    if (scene === undefined || plate === undefined || read === undefined) throw new Error('no picture');
    sent += 1;
    const pictures = { full: makeUnique(scene), plate: makeUnique(plate) };
    sentBytes += pictures.full.length + pictures.plate.length;
    await sendReadWithPictures(read, pictures);
  };
  const search = async (): Promise<void> => {
    const user = session.users[rng.int(session.users.length)] ?? {};
    await runPlantQuery(user, drawQuery(rng, answered, facts));
  };
  const processes = { plant: session.plant.pid, postmasters: [await findPostmaster(dataDir)] };
  const measure = async (
    name: string,
    perSecond: number,
    call: () => Promise<void>,
    seconds = options.seconds,
  ): Promise<LoadCost> => {
    say(name);
    return measureLoad({ perSecond, inFlight: 8, seconds }, call, () => readProcessorTime(processes));
  };
  say('waiting for the work after a start');
  await delay(SETTLE_MS);
  // Long enough for jobs that run every minute.
  const idle = await measure('nothing', 1, () => delay(0), 60);
  const walBefore = await readWalPosition(session.owner);
  const reads = await measure('reads', READS_PER_SECOND, () => sendReads(live.take(1)));
  const walBytes = (await readWalPosition(session.owner)) - walBefore;
  const folder = join(dataDir, 'pictures');
  const folderBefore = await readFolderBytes(folder);
  sentBytes = 0;
  const pictures = await measure('reads with pictures', PICTURE_READS_PER_SECOND, sendPictures);
  const pictureBytesPerByte = ((await readFolderBytes(folder)) - folderBefore) / sentBytes;
  const searches = await measure('searches', SEARCHES_PER_SECOND, search);
  const named = { Reads: reads, 'Reads with pictures': pictures, Searches: searches };
  return { idle, reads, pictures, searches, named, walBytes, pictureBytesPerByte };
}

function formatCost(cost: MeasuredCost): string {
  const round = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  return formatTable([['', ''], ...Object.entries(cost).map(([name, value]) => [name, round(value)])]);
}

/** The site that the archive stands for, with and without pictures. */
function formatSites(cost: MeasuredCost): string {
  const transitsPerDay = cost.storedTransits / RETENTION_DAYS;
  const rows = [0, SITE_PICTURE_BYTES].map((pictureBytes) => {
    const site = { transitsPerDay, retentionDays: RETENTION_DAYS, pictureBytes };
    const sizing = estimateSizing(cost, { ...site, searchesPerSecond: SITE_SEARCHES_PER_SECOND });
    return [
      `${Math.round(transitsPerDay).toLocaleString('en')} a day, ${RETENTION_DAYS} days, pictures of ${pictureBytes / 1000} kB`,
      sizing.busyCores.toFixed(2),
      sizing.databaseGb.toFixed(1),
      Math.round(sizing.picturesGb).toLocaleString('en'),
    ];
  });
  return formatTable([['', 'busy cores', 'database GB', 'pictures GB'], ...rows]);
}
