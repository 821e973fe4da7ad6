import * as api from '@varco/contract/portal/announcements.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';

let portal: TestPortal;
const tokens = new Map<string, string>();
beforeAll(async () => {
  portal = await createTestPortal();
  await seedPeople(portal, [createPerson('capo', { isAdmin: true }), createPerson('agente')]);
  for (const name of ['capo', 'agente']) tokens.set(name, (await signInAs(portal, name)).token);
});
afterAll(() => portal.close());

const call = (who: string, endpoint: Endpoint, input: unknown = {}) => {
  const token = tokens.get(who);
  return injectRaw(portal.app, endpoint, input, token === undefined ? {} : { token });
};
const draft = (change: object = {}) => ({ title: 'Manutenzione', text: 'Domani alle 6.', publish: false, ...change });
async function write(change: object = {}): Promise<api.Announcement> {
  const answer = await call('capo', api.createAnnouncement, { body: draft(change) });
  expect(answer.status).toBe(200);
  return api.Announcement.parse(answer.body);
}
const titlesFor = async (who: string): Promise<readonly string[]> =>
  api.listAnnouncements.response
    .parse((await call(who, api.listAnnouncements)).body)
    .announcements.map(({ title }) => title);
const one = (who: string, id: number) => call(who, api.getAnnouncement, { params: { announcement: id } });

it('API-13 API-14 PTAPI-10 an administrator writes an item, each act recorded; nobody else may', async () => {
  const made = await write();
  expect(made).toMatchObject({ title: 'Manutenzione', text: 'Domani alle 6.', publish: false, published: null });
  expect(api.Announcement.parse((await one('capo', made.id)).body)).toEqual(made);
  expect(portal.audit.records.at(-1)).toMatchObject({ action: 'announcement.create', outcome: 'ok' });
  const refused = await call('agente', api.createAnnouncement, { body: draft() });
  expect(refused.status).toBe(403);
  expect(portal.audit.records.at(-1)).toMatchObject({ action: 'announcement.create', outcome: 'denied' });
});

it('API-12 PTAPI-09 NEWS-05 people see what is published, newest first; a draft is not there for them', async () => {
  const hidden = await write({ title: 'Bozza' });
  await write({ title: 'Prima', publish: true });
  portal.clock.advance(1_000);
  await write({ title: 'Seconda', publish: true });
  expect(await titlesFor('agente')).toEqual(['Seconda', 'Prima']);
  expect(await titlesFor('capo')).toContain('Bozza');
  expect((await one('agente', hidden.id)).status).toBe(404);
});

it('API-15 PTAPI-10 changed, published and withdrawn; its place is that of the first publication', async () => {
  const { id } = await write({ title: 'Terza' });
  const update = (who: string, change: object) =>
    call(who, api.updateAnnouncement, { params: { announcement: id }, body: draft({ title: 'Terza', ...change }) });
  expect((await update('agente', { publish: true })).status).toBe(403);
  portal.clock.advance(1_000);
  const published = api.Announcement.parse((await update('capo', { publish: true, text: 'Ora.' })).body);
  expect(published).toMatchObject({ text: 'Ora.', published: portal.deps.now().toISOString() });
  expect((await titlesFor('agente'))[0]).toBe('Terza');
  portal.clock.advance(1_000);
  await update('capo', { publish: false });
  expect(await titlesFor('agente')).not.toContain('Terza');
  const again = api.Announcement.parse((await update('capo', { publish: true })).body);
  expect(again.published).toBe(published.published);
  expect(again.updated).not.toBe(published.updated);
});

it('API-16 PTAPI-10 removed it is gone, once', async () => {
  const { id } = await write({ publish: true });
  const remove = (who: string) => call(who, api.deleteAnnouncement, { params: { announcement: id } });
  expect((await remove('agente')).status).toBe(403);
  expect((await remove('capo')).status).toBe(204);
  expect((await one('capo', id)).status).toBe(404);
  expect((await remove('capo')).status).toBe(404);
});

it.each([
  ['no title', { title: '   ' }],
  ['a title too long', { title: 'x'.repeat(121) }],
  ['a text too long', { text: 'x'.repeat(4001) }],
  ['turned writing', { title: '\u202Eoggi' }],
  ['publish as text', { publish: 'true' }],
  ['another field', { author: 'capo' }],
])('API-13 refused: %s', async (_name, change) => {
  expect((await call('capo', api.createAnnouncement, { body: draft(change) })).status).toBe(400);
});

it('API-12 markup is kept as text; signed out nothing is read', async () => {
  const { id, text } = await write({ text: '<img src=x onerror=alert(1)>', publish: true });
  expect(text).toBe('<img src=x onerror=alert(1)>');
  expect((await call('nobody', api.listAnnouncements)).status).toBe(401);
  expect((await one('nobody', id)).status).toBe(401);
});
