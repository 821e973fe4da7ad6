import { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import { importBlacklist, type ImportOptions } from '@varco/contract/plant/blacklist-files.ts';
import { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { REASON, type TestPlant } from './test-plant.ts';

export type EntryInput = CallInput<typeof insertBlacklist>['body'];

/** An expiry within a year of the tests' clock. */
export const EXPIRY = '2027-03-01T22:59:59.999Z';

/** Body of a blacklist entry with defaults. */
export const buildEntryBody = (targa: string, more: Partial<EntryInput> = {}): EntryInput => ({
  targa,
  data_scadenza: EXPIRY,
  ...more,
});

/** Inserts an entry as this user and returns it. */
export async function insertTestEntry(
  plant: TestPlant,
  targa: string,
  more: Partial<EntryInput> = {},
  username = 'operatore',
): Promise<BlacklistEntry> {
  const answer = await plant.call(insertBlacklist, { body: buildEntryBody(targa, more) }, username, REASON);
  if (answer.status !== 200) throw new Error(`not entered: ${JSON.stringify(answer.body)}`);
  return BlacklistEntry.parse(answer.body);
}

/** Imports a file as the browser does. */
export async function importTestFile(
  plant: TestPlant,
  file: string | Uint8Array<ArrayBuffer>,
  options: Partial<ImportOptions> | string = {},
  username = 'operatore',
): Promise<{ readonly status: number; readonly body: unknown }> {
  const form = new FormData();
  const text = typeof options === 'string' ? options : JSON.stringify({ id: crypto.randomUUID(), ...options });
  form.set('options', text);
  form.set('file', new Blob([file], { type: 'text/csv' }), 'lista.csv');
  const request = new Response(form);
  const answer = await plant.app.inject({
    method: 'POST',
    url: importBlacklist.path,
    headers: {
      ...REASON,
      authorization: `Bearer ${await plant.token(username)}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
