import { searchAlerts } from '@varco/contract/plant/alerts.ts';
import { searchAudit } from '@varco/contract/plant/audit.ts';
import { queryBlacklistByBody } from '@varco/contract/plant/blacklist.ts';
import { listTransitNotes } from '@varco/contract/plant/transit-notes.ts';
import { getTransitImage } from '@varco/contract/plant/media.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { z } from 'zod';
import { type Caller, type Headers, isDone } from './caller.ts';
import type { Observed, ObservedAlert } from './compare.ts';
import type { Ledger } from './ledger.ts';

const READS_PAGE = 999;
const ALERTS_PAGE = 200;
const ENTRIES_PAGE = 100;

/** Reads everything of a round through the public calls, as a person who checks it. */
export async function observeRound(caller: Caller, person: Headers, ledger: Ledger): Promise<Observed> {
  const reads = await findReads(caller, person, ledger);
  return {
    reads,
    pictures: await loadPictures(caller, person, ledger),
    alerts: await findAlerts(caller, person, ledger, new Set(reads.map(({ id }) => id))),
    entries: await findEntries(caller, person, ledger),
    logged: await findLogged(caller, person, ledger),
    notes: await findNotes(caller, person, ledger),
  };
}

const Reads = z.object({ objects: z.array(z.object({ id: z.string(), targa: z.string() })) });

async function findReads(caller: Caller, person: Headers, { tag }: Ledger): Promise<Observed['reads']> {
  const found: { id: string; plate: string }[] = [];
  for (let p = 1; ; p += 1) {
    const filter = { f_targa: `${tag}*`, page_size: READS_PAGE, p };
    const { objects } = Reads.parse(await caller.insist('POST', searchTransits.path, person, filter));
    found.push(...objects.map(({ id, targa }) => ({ id, plate: targa })));
    if (objects.length < READS_PAGE) return found;
  }
}

async function loadPictures(caller: Caller, person: Headers, { reads }: Ledger): Promise<ReadonlySet<string>> {
  const loaded = new Set<string>();
  for (const { id, hasPicture } of reads.values()) {
    if (id === null || !hasPicture) continue;
    const answer = await caller.call('GET', getTransitImage.path.replace(':id', id), person);
    if (isDone(answer) && Buffer.isBuffer(answer.body) && answer.body.length > 100) loaded.add(id);
  }
  return loaded;
}

const Alerts = z.object({
  objects: z.array(
    z.object({
      ...{ id: z.string(), transito: z.string(), data: z.string() },
      ...{ verificato_il: z.string().nullable(), esito_il: z.string().nullable() },
    }),
  ),
  has_next: z.boolean(),
});

/** Alerts of the given transits. */
async function findAlerts(
  caller: Caller,
  person: Headers,
  { begunAt }: Ledger,
  transits: ReadonlySet<string>,
): Promise<readonly ObservedAlert[]> {
  const found: ObservedAlert[] = [];
  let after: { data: string; id: string } | undefined;
  for (;;) {
    const filter = { dal: begunAt, page_size: ALERTS_PAGE, ...(after === undefined ? {} : { dopo: after }) };
    const page = Alerts.parse(await caller.insist('POST', searchAlerts.path, person, filter));
    for (const { id, transito, verificato_il: verifiedAt, esito_il: outcomeAt } of page.objects)
      if (transits.has(transito)) found.push({ id, transit: transito, verifiedAt, outcomeAt });
    const last = page.objects.at(-1);
    if (!page.has_next || last === undefined) return found;
    after = { data: last.data, id: last.id };
  }
}

const Entries = z.object({ objects: z.array(z.object({ targa: z.string(), note1: z.string() })) });

async function findEntries(caller: Caller, person: Headers, { entries }: Ledger): Promise<ReadonlyMap<string, string>> {
  const plates = [...entries.keys()];
  const found = new Map<string, string>();
  for (let from = 0; from < plates.length; from += ENTRIES_PAGE) {
    const body = { or_targa: plates.slice(from, from + ENTRIES_PAGE) };
    const { objects } = Entries.parse(await caller.insist('POST', queryBlacklistByBody.path, person, body));
    for (const { targa, note1 } of objects) found.set(targa, note1);
  }
  return found;
}

const Logged = z.object({
  entries: z.array(z.object({ detail: z.record(z.string(), z.unknown()).nullable() })),
  next: z.unknown(),
});

/** Plates whose insertion into the list is in the consultation log. */
async function findLogged(caller: Caller, person: Headers, { begunAt, tag }: Ledger): Promise<ReadonlySet<string>> {
  const plates = new Set<string>();
  const pattern = new RegExp(`"(${tag}9\\d{4}L)"`, 'g');
  let before: unknown = null;
  do {
    const query = { action: 'blacklist.insert', from: begunAt, limit: 200, ...(before === null ? {} : { before }) };
    const page = Logged.parse(await caller.insist('POST', searchAudit.path, person, query));
    for (const { detail } of page.entries)
      for (const [, plate = ''] of JSON.stringify(detail).matchAll(pattern)) plates.add(plate);
    before = page.next;
  } while (before !== null);
  return plates;
}

const Notes = z.object({
  objects: z.array(
    z.object({ nota: z.object({ id: z.string(), testo: z.string() }), transito: z.object({ id: z.string() }) }),
  ),
  altri: z.boolean(),
});

/** Notes are listed newest first: those of earlier rounds come after all of this one. */
async function findNotes(caller: Caller, person: Headers, { tag, notes }: Ledger): Promise<Observed['notes']> {
  const found: { text: string; transit: string }[] = [];
  if (notes.length === 0) return found;
  let after: string | undefined;
  for (;;) {
    const body = { limit: 200, ...(after === undefined ? {} : { dopo: after }) };
    const page = Notes.parse(await caller.insist('POST', listTransitNotes.path, person, body));
    const own = page.objects.filter(({ nota }) => nota.testo.startsWith(`${tag} `));
    found.push(...own.map(({ nota, transito }) => ({ text: nota.testo, transit: transito.id })));
    const last = page.objects.at(-1);
    if (!page.altri || last === undefined) return found;
    after = last.nota.id;
  }
}
