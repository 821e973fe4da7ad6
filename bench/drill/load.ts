import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { endAlert, searchAlerts, verifyAlert } from '@varco/contract/plant/alerts.ts';
import { addTransitNote } from '@varco/contract/plant/transit-notes.ts';
import { ingestReads, ingestReadsWithPictures } from '@varco/contract/plant/ingest.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { z } from 'zod';
import { CAMERA, type Answer, type Caller, type Headers, isDone } from './caller.ts';
import type { AlertDuty, Ledger, SentDecision, SentRead } from './ledger.ts';
import { changeLists } from './list-load.ts';
import type { LoadContext, People } from './load-context.ts';
import { drawPicture } from './picture.ts';

/** Live work of all kinds at once. */
export interface Load {
  /** Ends it; resolves when the last calls have ended. */
  stop(): Promise<void>;
}

const BATCH = 8;
/** One read in so many has a plate that is listed all the time. */
const LISTED_EVERY = 5;
const CAMERAS = 2;
/** A camera sends what was not acknowledged again after this time. */
const RETRY_MS = 200;
const Results = z.object({ results: z.array(z.object({ state: z.string(), id: z.string().optional() })) });

/** The pattern of the plates that are listed all the time. */
export const formatListedPattern = (tag: string): string => `${tag}*Z`;

/** Starts cameras, people who change lists, decide, write notes and search. */
export function startLoad(caller: Caller, people: People, ledger: Ledger): Load {
  let isOver = false;
  const context: LoadContext = { caller, people, ledger, isOver: () => isOver };
  const sendOne = (plate: string, alert: AlertDuty): Promise<void> =>
    sendUntilDone(context, [createRead(ledger, plate, alert, false)]);
  const work = [
    ...Array.from({ length: CAMERAS }, (_, camera) => sendBatches(context, camera)),
    sendPictures(context),
    changeLists(context, sendOne),
    decide(context),
    writeNotes(context),
    searchAgain(context),
  ];
  return {
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

function createRead(ledger: Ledger, plate: string, alert: AlertDuty, hasPicture: boolean): SentRead {
  const read: SentRead = { plate, alert, hasPicture, at: new Date().toISOString(), id: null };
  ledger.reads.set(plate, read);
  return read;
}

const formatPlate = (tag: string, camera: number, n: number, end: string): string =>
  `${tag}${camera}${String(n).padStart(4, '0')}${end}`;

async function sendBatches(context: LoadContext, camera: number): Promise<void> {
  const { ledger, isOver } = context;
  for (let n = 0; !isOver(); n += BATCH) {
    const reads = Array.from({ length: BATCH }, (_, i) => {
      const isListed = (n + i) % LISTED_EVERY === 0;
      const plate = formatPlate(ledger.tag, camera, n + i, isListed ? 'Z' : 'N');
      return createRead(ledger, plate, isListed ? 'must' : 'never', false);
    });
    await sendUntilDone(context, reads);
    await delay(60);
  }
}

/** Sends until acknowledged, as a camera does; what is left at the end is sent again after the round. */
async function sendUntilDone(context: LoadContext, reads: readonly SentRead[]): Promise<void> {
  while (!context.isOver()) {
    if (noteResults(reads, await sendReads(context.caller, reads))) return;
    await delay(RETRY_MS);
  }
}

/** Sends reads once, without pictures. */
export const sendReads = (caller: Caller, reads: readonly SentRead[]): Promise<Answer> =>
  caller.post(ingestReads.path, CAMERA, { reads: reads.map((read) => toWire(read)) });

const toWire = ({ plate, at }: SentRead): Readonly<Record<string, unknown>> => ({
  ...{ varco_id: 1, targa: plate, data: at, nazione: 'I' },
});

/** Writes down what an answer acknowledged; false: nothing. */
export function noteResults(reads: readonly SentRead[], answer: Answer): boolean {
  if (!isDone(answer)) return false;
  const { results } = Results.parse(answer.body);
  for (const [i, { state, id }] of results.entries()) {
    const read = reads[i];
    if (read !== undefined && id !== undefined && state !== 'refused') read.id = id;
  }
  return true;
}

async function sendPictures(context: LoadContext): Promise<void> {
  const { ledger, isOver } = context;
  for (let n = 0; !isOver(); n += 1) {
    const read = createRead(ledger, formatPlate(ledger.tag, 8, n, 'N'), 'never', true);
    const picture = await drawPicture();
    while (!isOver()) {
      if (noteResults([read], await sendPicture(context.caller, read, picture))) break;
      await delay(RETRY_MS);
    }
    await delay(150);
  }
}

function sendPicture(caller: Caller, read: SentRead, picture: Uint8Array<ArrayBuffer>): Promise<Answer> {
  const form = new FormData();
  form.set('reads', JSON.stringify({ reads: [{ ...toWire(read), pictures: { full: 'full' } }] }));
  form.set('full', new Blob([picture], { type: 'image/jpeg' }), 'full.jpg');
  return caller.post(ingestReadsWithPictures.path, CAMERA, form);
}

const OpenAlerts = z.object({ objects: z.array(z.object({ id: z.string() })) });

/** Compares and closes the alerts of the round, each decision with an id that stays the same when it is sent again. */
async function decide(context: LoadContext): Promise<void> {
  const { caller, people, ledger, isOver } = context;
  const decided = new Set<string>();
  while (!isOver()) {
    const filter = { dal: ledger.begunAt, stato: 'aperti', page_size: 50 };
    const answer = await caller.post(searchAlerts.path, people.decider, filter);
    const open = isDone(answer) ? OpenAlerts.parse(answer.body).objects : [];
    const next = open.map(({ id }) => id).find((id) => !decided.has(id));
    if (next !== undefined) {
      decided.add(next);
      await decideUntilDone(context, createDecision(ledger, next, 'verify'));
      await decideUntilDone(context, createDecision(ledger, next, 'outcome'));
    }
    await delay(100);
  }
}

function createDecision(ledger: Ledger, alert: string, kind: SentDecision['kind']): SentDecision {
  const decision: SentDecision = { id: randomUUID(), alert, kind, answer: null };
  ledger.decisions.push(decision);
  return decision;
}

async function decideUntilDone({ caller, people, isOver }: LoadContext, decision: SentDecision): Promise<void> {
  while (!isOver()) {
    const answer = await sendDecision(caller, people.decider, decision);
    if (answer.status === 409) return;
    if (isDone(answer)) {
      decision.answer = readDecision(decision, answer);
      return;
    }
    await delay(RETRY_MS);
  }
}

/** Sends a decision; the same id may be sent again. */
export const sendDecision = (caller: Caller, person: Headers, { id, alert, kind }: SentDecision): Promise<Answer> =>
  kind === 'verify'
    ? caller.post(verifyAlert.path.replace(':id', alert), person, { decisione: id })
    : caller.post(endAlert.path.replace(':id', alert), person, { decisione: id, esito: 'no_action', nota: id });

const Decided = z.object({ ver: z.int(), verificato_il: z.string().nullable(), esito_il: z.string().nullable() });

/** What an answer says of a decision. */
export function readDecision({ kind }: SentDecision, { body }: Answer): NonNullable<SentDecision['answer']> {
  const { ver, verificato_il: verifiedAt, esito_il: outcomeAt } = Decided.parse(body);
  return { ver, at: kind === 'verify' ? verifiedAt : outcomeAt };
}

async function writeNotes({ caller, people, ledger, isOver }: LoadContext): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    await delay(250);
    const [read] = [...ledger.reads.values()].filter(({ id }) => id !== null).slice(-1);
    if (read?.id === undefined || read.id === null) continue;
    const note = { text: `${ledger.tag} nota ${n}`, transit: read.id, isAcknowledged: false };
    ledger.notes.push(note);
    const path = addTransitNote.path.replace(':id', note.transit);
    note.isAcknowledged = isDone(await caller.post(path, people.writer, { testo: note.text }));
  }
}

async function searchAgain({ caller, people, ledger, isOver }: LoadContext): Promise<void> {
  while (!isOver()) {
    await caller.post(searchTransits.path, people.searcher, { f_targa: `${ledger.tag}*`, page_size: 50 });
    await delay(300);
  }
}
