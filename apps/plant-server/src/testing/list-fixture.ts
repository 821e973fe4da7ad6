import * as api from '@varco/contract/plant/blacklist.ts';
import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import type { InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import { type EntryInput, buildEntryBody } from './list-entries.ts';
import { PLANT, REASON, startTestPlant, type TestPlant } from './test-plant.ts';

/** Starts a plant with two groups of forces; the user `altro` is in the second. */
export function startListPlant(): Promise<TestPlant> {
  const [template] = PLANT.users;
  if (template === undefined) throw new Error('no user');
  const other = { ...template, id: 40, uuid: '00000000-0000-4000-8000-000000000040', username: 'altro', groupId: 5 };
  return startTestPlant({
    groups: [...PLANT.groups, { id: 5, name: 'fdo polstrada', level: 6 }],
    users: [...PLANT.users, other],
  });
}

/** Deletes all entries and resets the users' special rights. */
export async function clearLists(plant: TestPlant): Promise<void> {
  await plant.pool.query('delete from blacklist_entry');
  await plant.pool.query(`update plant_user set insert_bl = null, interforce = 'no', responsabile_interforze = false,
    assignable_bl_groups = '{}'`);
}

/** Status, code and sub-code of a refusal. */
export const toRefusal = ({ status, body }: { readonly status: number; readonly body: unknown }): unknown => {
  const error: unknown = Reflect.get(Object(body), 'error');
  return [status, Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'sub_code') ?? null];
};

/** Calls that blacklist tests use often, on the plant of their file. */
export interface ListCalls {
  readonly list: (filter?: api.BlacklistFilter, who?: string) => Promise<api.BlacklistPage>;
  readonly plates: (filter?: api.BlacklistFilter, who?: string) => Promise<readonly string[]>;
  readonly insert: (body: Partial<EntryInput> & { targa: string }, who?: string) => Promise<InjectResponse>;
  readonly change: (entry: BlacklistEntry, more: Partial<BlacklistEntry>, who?: string) => Promise<InjectResponse>;
}

const toBit = (n: number): 0 | 1 => (n === 1 ? 1 : 0);

export function createListCalls(plantOf: () => TestPlant): ListCalls {
  const list: ListCalls['list'] = async (filter = {}, who = 'operatore') => {
    const { status, body } = await plantOf().call(api.searchBlacklist, { body: filter }, who, REASON);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return api.BlacklistPage.parse(body);
  };
  return {
    list,
    plates: async (filter, who) => (await list(filter, who)).objects.map(({ targa }) => targa),
    insert: (body, who = 'operatore') =>
      plantOf().call(api.insertBlacklist, { body: buildEntryBody(body.targa, body) }, who, REASON),
    change: (entry, more, who = 'operatore') => {
      const { all_1: mail, all_2: push, all_3: radio, ...rest } = { ...entry, ...more };
      const body = { ...rest, all_1: toBit(mail), all_2: toBit(push), all_3: toBit(radio) };
      return plantOf().call(api.updateBlacklist, { params: { id: entry.id }, body }, who, REASON);
    },
  };
}
