import { MAX_SEALED_CASE_FILES, readCaseFiles, saveCaseFiles } from '@varco/contract/portal/case-files.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';

let portal: TestPortal;
const tokens = new Map<string, string>();
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('anna'), createPerson('bruno')]);
  for (const name of ['anna', 'bruno']) tokens.set(name, (await signInAs(portal, name)).token);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.deps.db.deleteFrom('case_files').execute();
});

const call = (who: string, endpoint: Endpoint, input: unknown = {}) => {
  const token = tokens.get(who);
  return injectRaw(portal.app, endpoint, input, token === undefined ? {} : { token });
};
const seal = (letter: string): string => `v1:${letter.repeat(16)}:${letter.repeat(40)}`;
const save = (who: string, rev: number, sealed: string | null) => call(who, saveCaseFiles, { body: { rev, sealed } });
const read = async (who: string) => (await call(who, readCaseFiles)).body;

describe('sealed case files', () => {
  it('are read by their owner alone, as they were stored', async () => {
    expect(await read('anna')).toEqual({ rev: 0, sealed: null });
    expect((await save('anna', 1, seal('A'))).status).toBe(204);
    expect((await save('anna', 2, seal('B'))).status).toBe(204);
    expect(await read('anna')).toEqual({ rev: 2, sealed: seal('B') });
    expect(await read('bruno')).toEqual({ rev: 0, sealed: null });
    expect((await call('nobody', readCaseFiles)).status).toBe(401);
  });

  it('of two browsers that save the same revision at once, one is told so, and nothing is lost', async () => {
    for (const rev of [1, 2]) {
      const both = await Promise.all([save('anna', rev, seal('C')), save('anna', rev, seal('D'))]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
      const stored = both[0]?.status === 204 ? 'C' : 'D';
      expect(await read('anna')).toEqual({ rev, sealed: seal(stored) });
    }
    for (const rev of [1, 2, 4]) expect((await save('anna', rev, seal('E'))).status).toBe(409);
    expect((await save('anna', 3, null)).status).toBe(204);
    expect(await read('anna')).toEqual({ rev: 3, sealed: null });
  });

  it('go with the account', async () => {
    await save('bruno', 1, seal('F'));
    await portal.deps.db.deleteFrom('portal_user').where('username', '=', 'bruno').execute();
    expect(await portal.deps.db.selectFrom('case_files').selectAll().execute()).toEqual([]);
  });

  it.each([
    [0, seal('A')],
    [-1, seal('A')],
    [1.5, seal('A')],
    [1, 'plain text'],
    [1, 'v2:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAA'],
    [1, `v1:AAAAAAAAAAAAAAAA:${'A'.repeat(MAX_SEALED_CASE_FILES)}`],
  ])('revision %s with such a text is refused', async (rev, sealed) => {
    expect((await save('anna', rev, sealed)).status).toBe(400);
    expect(await read('anna')).toEqual({ rev: 0, sealed: null });
  });
});
