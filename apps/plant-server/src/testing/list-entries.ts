import { insertBlacklist } from '@varco/contract/plant/blacklist.ts';
import { importBlacklist, type ImportOptions } from '@varco/contract/plant/blacklist-files.ts';
import { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import type { CallInput } from '@varco/contract/endpoint.ts';
import { REASON, type TestPlant } from './test-plant.ts';

export type EntryInput = CallInput<typeof insertBlacklist>['body'];

/** End of a day within the year of the tests' clock. */
export const EXPIRY = '2027-03-01T22:59:59.999Z';

/** Body of an entry: only what a test is about differs. */
export const entryOf = (targa: string, more: Partial<EntryInput> = {}): EntryInput => ({
  targa,
  data_scadenza: EXPIRY,
  ...more,
});

/** Enters a plate as this user; the entry. */
export async function enter(
  plant: TestPlant,
  targa: string,
  more: Partial<EntryInput> = {},
  username = 'operatore',
): Promise<BlacklistEntry> {
  const answer = await plant.call(insertBlacklist, { body: entryOf(targa, more) }, username, REASON);
  if (answer.status !== 200) throw new Error(`not entered: ${JSON.stringify(answer.body)}`);
  return BlacklistEntry.parse(answer.body);
}

/** Sends a file as the browser would. */
export async function sendFile(
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
