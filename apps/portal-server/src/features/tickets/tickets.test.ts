import type { Endpoint } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/tickets.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deliverDue } from '../../testing/deliver-mail.ts';
import { startTestMailbox, type TestMailbox } from '../../testing/test-mailbox.ts';
import { createPerson, formatError, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, PORTAL_ORIGIN, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
let mailbox: TestMailbox;
const tokens = new Map<string, string>();
beforeAll(async () => {
  portal = await createTestPortal();
  mailbox = await startTestMailbox();
  await seedPeople(portal, [
    createPerson('capo', { isAdmin: true }),
    createPerson('agente'),
    createPerson('altra'),
    createPerson('spento', { isAdmin: true, isActive: false }),
  ]);
  for (const name of ['capo', 'agente', 'altra']) tokens.set(name, (await signInAs(portal, name)).token);
});
afterEach(async () => {
  await portal.deps.db.deleteFrom('ticket').execute();
  await portal.deps.db.deleteFrom('mail_outbox').execute();
  mailbox.mails.length = 0;
});
afterAll(async () => {
  await mailbox.close();
  await portal.close();
});

const call = (who: string, endpoint: Endpoint, input: unknown = {}) => {
  const token = tokens.get(who);
  return injectRaw(portal.app, endpoint, input, token === undefined ? {} : { token });
};
async function open(who = 'agente', body: object = { message: 'Non vedo Cesena.' }): Promise<api.TicketThread> {
  const answer = await call(who, api.createTicket, { body });
  expect(answer.status).toBe(200);
  return api.TicketThread.parse(answer.body);
}
const write = (who: string, ticket: number | string, message = 'Va bene.') =>
  call(who, api.answerTicket, { params: { ticket }, body: { message } });
const close = (who: string, ticket: number | string, state = 'closed') =>
  call(who, api.updateTicket, { params: { ticket }, body: { state } });
const read = async (who: string, ticket: number): Promise<api.TicketThread> =>
  api.TicketThread.parse((await call(who, api.getTicket, { params: { ticket } })).body);
const list = async (who: string, query: object = {}) =>
  api.listTickets.response.parse((await call(who, api.listTickets, { query })).body);
async function mailed(): Promise<readonly string[]> {
  await deliverDue(portal, mailbox.sender);
  return mailbox.mails.map(({ to }) => String(to[0]));
}

it('TICK-01 a message is enough, a phone is optional; without a message nothing is sent', async () => {
  expect(await open()).toMatchObject({ state: 'open', phone: '', own: true, excerpt: 'Non vedo Cesena.', messages: 1 });
  expect(await open('agente', { message: '  Ora sì  ', phone: ' +39 333 0000000 ' })).toMatchObject({
    phone: '+39 333 0000000',
    thread: [{ text: 'Ora sì', support: false, name: 'Persona agente' }],
  });
  expect(portal.audit.records.at(-1)).toMatchObject({ action: 'ticket.create', actor: { name: 'agente' } });
  expect(JSON.stringify(portal.audit.records.at(-1)?.detail)).not.toContain('Ora');
  for (const body of [{}, { message: ' \n ' }, { phone: '1' }])
    expect((await call('agente', api.createTicket, { body })).status).toBe(400);
  expect((await list('agente')).total).toBe(2);
});

it('TICK-02 both sides write; each message goes to the other side by mail, without its text', async () => {
  const { id } = await open('agente', { message: 'Segreto uno' });
  expect(await mailed()).toEqual(['capo@posta.example']);
  portal.clock.advance(1_000);
  expect(api.TicketThread.parse((await write('capo', id, 'Segreto due')).body)).toMatchObject({ state: 'answered' });
  expect((await mailed()).at(-1)).toBe('agente@posta.example');
  expect(mailbox.mails.at(-1)?.text).toContain(`${PORTAL_ORIGIN}/support`);
  await write('agente', id, 'Segreto tre');
  expect(await mailed()).toEqual(['capo@posta.example', 'agente@posta.example', 'capo@posta.example']);
  expect(mailbox.mails.map(({ source, text }) => source + text).join('')).not.toContain('Segreto');
  const thread = await read('agente', id);
  expect(thread.state).toBe('open');
  expect(thread.thread.map(({ text, support, name }) => [text, support, name])).toEqual([
    ['Segreto uno', false, 'Persona agente'],
    ['Segreto due', true, 'Persona capo'],
    ['Segreto tre', false, 'Persona agente'],
  ]);
  expect(portal.audit.records.at(-1)).toMatchObject({ action: 'ticket.read', count: 1, detail: { ticket: id } });
});

it('either side closes; a message opens the ticket again', async () => {
  const { id } = await open();
  expect((await close('agente', id)).status).toBe(200);
  expect((await list('agente', { state: 'closed' })).total).toBe(1);
  expect((await list('agente', { state: 'open' })).total).toBe(0);
  await write('agente', id);
  expect((await read('agente', id)).state).toBe('open');
  await close('capo', id);
  expect((await read('agente', id)).state).toBe('closed');
  expect((await close('capo', id, 'open')).status).toBe(200);
});

it('a person has their own tickets only; administrators have all, when they ask for them', async () => {
  const { id } = await open('agente');
  await open('capo', { message: 'Mia' });
  expect((await list('altra')).total).toBe(0);
  for (const answer of [
    await call('altra', api.getTicket, { params: { ticket: id } }),
    await write('altra', id),
    await close('altra', id),
  ])
    expect(formatError(answer)).toBe('not_found');
  expect(formatError(await call('altra', api.listTickets, { query: { scope: 'all' } }))).toBe('no_perms');
  expect((await list('capo')).tickets.map(({ own }) => own)).toEqual([true]);
  const all = await list('capo', { scope: 'all' });
  expect(all.tickets.map(({ author, own }) => [author.username, own])).toEqual(
    expect.arrayContaining([
      ['capo', true],
      ['agente', false],
    ]),
  );
  for (const endpoint of [api.listTickets, api.createTicket, api.getTicket, api.answerTicket, api.updateTicket])
    expect((await call('nobody', endpoint, { params: { ticket: id } })).status).toBe(401);
});

it('an administrator who asks is not answered by themselves', async () => {
  const { id } = await open('capo');
  expect(api.TicketThread.parse((await write('capo', id)).body)).toMatchObject({
    state: 'open',
    thread: [{ support: false }, { support: false }],
  });
  expect(await mailed()).toEqual([]);
});

it('values that make no sense are refused, never a server fault', async () => {
  const { id } = await open();
  for (const ticket of ['0', '-1', 'x', '1.5', '2147483648', '9'.repeat(30)]) {
    expect((await call('capo', api.getTicket, { params: { ticket } })).status).toBe(400);
    expect((await write('capo', ticket)).status).toBe(400);
  }
  expect((await call('capo', api.getTicket, { params: { ticket: 2_147_483_647 } })).status).toBe(404);
  for (const body of [
    { message: 'x'.repeat(4001) },
    { message: '\u202Ex' },
    { message: 'a\u0000b' },
    { message: ['x'] },
    { message: 'x', state: 'closed' },
    { message: 'x', user_id: 1 },
  ])
    for (const endpoint of [api.createTicket, api.answerTicket])
      expect((await call('agente', endpoint, { params: { ticket: id }, body })).status).toBe(400);
  for (const state of ['answered', 'deleted', null])
    expect((await close('agente', id, String(state))).status).toBe(400);
  for (const query of [{ page: 0 }, { page: 10_001 }, { page: 'x' }, { state: 'x' }, { scope: 'everybody' }])
    expect((await call('capo', api.listTickets, { query })).status).toBe(400);
  expect(await list('capo', { page: 10_000 })).toMatchObject({ tickets: [] });
});

it('a flood ends: 200 messages in a ticket, thirty an hour from a person', async () => {
  const { id } = await open('altra');
  const message = {
    ticket_id: id,
    author_id: null,
    is_support: false,
    text: 'x',
    created_at: portal.deps.now().toISOString(),
  };
  await portal.deps.db
    .insertInto('ticket_message')
    .values(Array.from({ length: 199 }, () => message))
    .execute();
  expect(formatError(await write('altra', id))).toBe('conflict/ticket_full');
  const answers: string[] = [];
  for (let i = 0; i < 30; i += 1) answers.push(formatError(await write('altra', id)));
  expect(answers.at(-1)).toBe('rate_limit_exceeded');
});

it('nothing is stored when the entry cannot be written', async () => {
  portal.audit.refuseWrites();
  expect((await call('agente', api.createTicket, { body: { message: 'x' } })).status).toBe(503);
  portal.audit.acceptWrites();
  expect((await list('capo', { scope: 'all' })).total).toBe(0);
  expect(await mailed()).toEqual([]);
});
