import { setTimeout as delay } from 'node:timers/promises';
import { deleteBlacklist, insertBlacklist, updateBlacklist } from '@varco/contract/plant/blacklist.ts';
import { z } from 'zod';
import { type Answer, isDone } from './caller.ts';
import type { AlertDuty, EntryState, SentEntry } from './ledger.ts';
import type { LoadContext } from './load-context.ts';

const Inserted = z.object({ id: z.int() });
const EXPIRY_MS = 30 * 86_400_000;

/** Body of a list entry with this note. */
export const buildEntryBody = (targa: string, note: string) => ({
  ...{ targa, note1: note, data_scadenza: new Date(Date.now() + EXPIRY_MS).toISOString() },
});

/**
 * Inserts, changes and deletes list entries. A plate that was just listed passes at once: it must raise an alert. A
 * change without an answer may be done later, so its entry is left alone.
 */
export async function changeLists(
  context: LoadContext,
  sendRead: (plate: string, alert: AlertDuty) => Promise<void>,
): Promise<void> {
  const { ledger, isOver } = context;
  for (let n = 0; !isOver(); n += 1) {
    const entry: SentEntry = { plate: `${ledger.tag}9${String(n).padStart(4, '0')}L`, known: null, open: [] };
    ledger.entries.set(entry.plate, entry);
    await changeEntry(context, entry, n, sendRead);
    await delay(80);
  }
}

async function changeEntry(
  { caller, people }: LoadContext,
  entry: SentEntry,
  n: number,
  sendRead: (plate: string, alert: AlertDuty) => Promise<void>,
): Promise<void> {
  const { plate } = entry;
  const insertion = caller.post(insertBlacklist.path, people.lister, buildEntryBody(plate, 'v0'));
  const inserted = await noteChange(entry, 'v0', insertion);
  if (n % 3 === 0) await sendRead(plate, inserted === null ? 'may' : 'must');
  if (inserted === null || n % 3 === 0) return;
  const { id } = Inserted.parse(inserted.body);
  const address = updateBlacklist.path.replace(':id', String(id));
  const change = caller.call('PUT', address, people.lister, buildEntryBody(plate, 'v1'));
  const changed = await noteChange(entry, 'v1', change);
  if (changed === null || n % 3 === 1) return;
  const path = deleteBlacklist.path.replace(':id', String(id));
  await noteChange(entry, null, caller.call('DELETE', path, people.lister));
}

/** Writes a change down before and after it is answered. Null: not acknowledged. */
async function noteChange(entry: SentEntry, state: EntryState, calling: Promise<Answer>): Promise<Answer | null> {
  entry.open.push(state);
  const answer = await calling;
  if (!isDone(answer)) return null;
  entry.known = state;
  entry.open.length = 0;
  return answer;
}
