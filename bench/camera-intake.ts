// `npm run bench -- intake`: messages per second of cameras of all families, through the plant's HTTP API until durable.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { CAMERA_PATH } from '@varco/contract/plant/camera-intake.ts';
import { readCameraMessage } from '@varco/cameras/read-camera-message.ts';
import { loadSamples, type Sample } from '@varco/cameras/testing/load-samples.ts';
import { openDataFolder, type DataMark } from './data/data-folder.ts';
import { PLANT_URL } from './data/plant.ts';
import { drawScene, makeUnique } from './data/scene-picture.ts';
import type { BenchOptions } from './options.ts';
import { type CallRate, runAtRate } from './plant/paced.ts';
import { startSession } from './plant/session.ts';
import { saveResults } from './report/save-results.ts';
import { collectRunFacts, readLoadAverage } from './report/results.ts';
import { formatCaption, formatTable } from './report/table.ts';
import { summarizeTimes, type Times } from './stats.ts';

/** A camera may have eight messages under way; a plant has many cameras. */
const CAMERAS_PER_FAMILY = 5;
/** One message in so many carries a picture of its own, of some tens of kB. */
const PICTURE_EVERY = 5;
const LOADS: readonly (Omit<CallRate, 'seconds'> & { readonly label: string })[] = [
  { label: '500 messages/s asked', perSecond: 500, inFlight: 16 },
  { label: '2,000 messages/s asked', perSecond: 2_000, inFlight: 64 },
  { label: 'as fast as it takes them', perSecond: null, inFlight: 16 },
];

/** A sample whose plate and event id are replaced for each message, so that each is another vehicle. */
interface Template {
  readonly family: string;
  readonly contentType: string | null;
  readonly query: string;
  readonly text: string;
  readonly plate: string;
  readonly event: string | null;
}

interface IntakeRow {
  readonly label: string;
  readonly perSecond: number;
  readonly calls: Times | null;
  readonly p99: number | null;
  readonly errors: number;
  readonly lastError: string | null;
  readonly stored: number;
}

/** Sends messages of all families at fixed rates; the transits remain in the data folder. */
export async function benchIntake(
  options: BenchOptions,
  spec: DataMark['spec'],
  say: (text: string) => void,
): Promise<void> {
  const mark = await openDataFolder(options.dataDir, spec, say);
  const loadBefore = readLoadAverage();
  const templates = loadSamples().flatMap(toTemplate);
  say(`${templates.length} bodies of ${new Set(templates.map(({ family }) => family)).size} families`);
  const session = await startSession(options.dataDir);
  try {
    const keys = await addCameras(session.owner, templates, spec.gates);
    const scene = await drawScene(1024, 576, 1);
    let sent = 0;
    const send = (): Promise<void> => {
      sent += 1;
      const template = templates[sent % templates.length];
      if (template === undefined) throw new Error('no template');
      return sendMessage(
        keys.get(template.family)?.[sent % CAMERAS_PER_FAMILY] ?? '',
        fill(template, sent, sent % PICTURE_EVERY === 0 ? scene : null),
      );
    };
    for (let i = 0; i < templates.length * 2; i += 1) await send();
    const rows: IntakeRow[] = [];
    for (const load of LOADS) {
      say(load.label);
      const before = await countTransits(session.owner);
      const paced = await runAtRate({ ...load, seconds: options.seconds }, send);
      const { ms, errors, lastError, seconds } = paced;
      const stored = (await countTransits(session.owner)) - before;
      const sorted = ms.toSorted((a, b) => a - b);
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? null;
      const { label } = load;
      const perSecond = Math.round(ms.length / seconds);
      rows.push({ label, perSecond, calls: summarizeTimes(ms), p99, errors, lastError, stored });
    }
    const memory = await session.plant.memory();
    const run = collectRunFacts(mark, 'npm run bench -- intake', loadBefore);
    console.log(`\n${formatCaption(run)}\n\n${formatIntakeTable(rows)}\n`);
    for (const row of rows) if (row.lastError !== null) console.log(`${row.label}: ${row.lastError}`);
    console.log(`Plant process: ${memory?.now ?? '?'} MB, ${memory?.peak ?? '?'} MB at its highest.`);
    if (options.isSaved) saveResults('intake', { run, loads: rows, memoryMb: memory });
  } finally {
    await session.stop();
  }
}

const formatIntakeTable = (rows: readonly IntakeRow[]): string =>
  formatTable([
    ['', 'messages/s', 'p50 ms', 'p95 ms', 'p99 ms', 'answered', 'stored', 'errors'],
    ...rows.map(({ label, perSecond, calls, p99, errors, stored }) => [
      label,
      perSecond.toLocaleString('en'),
      String(calls?.p50 ?? '-'),
      String(calls?.p95 ?? '-'),
      p99 === null ? '-' : p99.toFixed(0),
      String(calls?.n ?? 0),
      String(stored),
      String(errors),
    ]),
  ]);

async function countTransits(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ n: string }>('select count(*) as n from camera_event');
  return Number(rows[0]?.n);
}

/** The sample as a template; none: it is no single read with a plate, or plate and event cannot be replaced in its text. */
function toTemplate({ family, message, profile }: Sample): readonly Template[] {
  const result = readCameraMessage(message, profile);
  const [read, more] = result.kind === 'reads' ? result.reads : [];
  if (read === undefined || more !== undefined || read.plate === null || read.externalId === null) return [];
  const template = {
    family,
    contentType: message.contentType,
    query: message.query,
    text: Buffer.from(message.body).toString('latin1'),
    plate: read.plate,
    event: read.externalId,
  };
  const again = readCameraMessage({ ...message, body: Buffer.from(fill(template, 7, null).body, 'latin1') }, profile);
  const isReplaced = again.kind === 'reads' && again.reads[0]?.plate !== read.plate && again.reads[0]?.plate !== null;
  return isReplaced && family !== 'generic' ? [template] : [];
}

/** A message of its own: plate, event id and picture replaced. */
function fill({ text, plate, event, ...rest }: Template, number: number, picture: Buffer | null) {
  const own = `ZB${String(number % 100_000).padStart(5, '0')}`;
  let body = text.replaceAll(plate, own);
  if (event !== null && event !== plate)
    body = body.replaceAll(event, `${number}${event.replace(/\D/g, '').slice(-4)}`);
  if (picture !== null)
    body = body.replace(/\/9j\/[A-Za-z\d+/]{100,}={0,2}/, Buffer.from(makeUnique(picture)).toString('base64'));
  return { ...rest, body };
}

async function sendMessage(key: string, { contentType, query, body }: ReturnType<typeof fill>): Promise<void> {
  const answer = await fetch(`${PLANT_URL}${CAMERA_PATH}/${key}${query === '' ? '' : `?${query}`}`, {
    method: 'POST',
    ...(contentType === null ? {} : { headers: { 'content-type': contentType } }),
    body: Buffer.from(body, 'latin1'),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
}

/** Cameras for each family; returns their keys. */
async function addCameras(
  owner: Client,
  templates: readonly Template[],
  gates: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Map<string, readonly string[]>();
  let count = 0;
  await owner.query(`delete from camera where created_by = 'bench'`);
  for (const family of new Set(templates.map((template) => template.family))) {
    const own = Array.from({ length: CAMERAS_PER_FAMILY }, () => randomBytes(24).toString('base64url'));
    keys.set(family, own);
    for (const key of own) {
      count += 1;
      await owner.query(
        `insert into camera (uuid, name, gate, family, time_zone, speed_unit, key_hash, is_trial, created_at, created_by,
           updated_at, rotated_at, rotated_by)
         values ($1, $2, $3, $4, 'Europe/Rome', 'kmh', $5, false, now(), 'bench', now(), now(), 'bench')`,
        [randomUUID(), `bench ${count}`, 1 + (count % gates), family, createHash('sha256').update(key).digest('hex')],
      );
    }
  }
  return keys;
}
