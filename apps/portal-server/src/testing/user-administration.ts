import type { Endpoint } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/user-administration.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { expect } from 'vitest';
import { deliverDue } from './deliver-mail.ts';
import { startTestMailbox } from './test-mailbox.ts';
import { createPerson, seedPeople, signInAs } from './test-people.ts';
import { createTestPortal } from './test-portal.ts';

/** Somebody who has no account yet. */
export const INVITED = { email: 'ada.galli@comune.forli.fc.it', full_name: 'Ada Galli', authority: 'Comune di Forlì' };

export type UserAdministration = Awaited<ReturnType<typeof openUserAdministration>>;

/** A portal with two administrators who are signed in, an officer with a second factor and a disabled person. */
export async function openUserAdministration() {
  const portal = await createTestPortal();
  const mailbox = await startTestMailbox();
  const tokens = new Map<string, string>();
  const ids = new Map<string, number>();
  await seedPeople(portal, [
    createPerson('capo', { isAdmin: true }),
    createPerson('vice', { isAdmin: true }),
    createPerson('agente', { notes: 'turno_notte', totpSecret: new Uint8Array(20), recoveryCodes: [] }),
    createPerson('verdi', { isActive: false }),
  ]);
  for (const name of ['capo', 'vice']) {
    const { token, userId } = await signInAs(portal, name);
    tokens.set(name, token);
    ids.set(name, userId);
  }
  const people = await portal.deps.db.selectFrom('portal_user').select(['id', 'username']).execute();
  for (const { id, username } of people) ids.set(username, id);

  const idOf = (name: string): number => ids.get(name) ?? 0;
  const call = (who: string, endpoint: Endpoint, input: unknown = {}) => {
    const token = tokens.get(who);
    return injectRaw(portal.app, endpoint, input, token === undefined ? {} : { token });
  };
  const on = (who: string, endpoint: Endpoint, name: string, body?: unknown) =>
    call(who, endpoint, { params: { id: idOf(name) }, ...(body === undefined ? {} : { body }) });
  const search = async (body: object): Promise<api.PortalAccountPage> => {
    const answer = await call('capo', api.searchUsers, { body });
    expect(answer.status).toBe(200);
    return api.PortalAccountPage.parse(answer.body);
  };
  const account = async (name: string): Promise<api.PortalAccount | undefined> =>
    (await search({ text: name })).users.find(({ username }) => username === name);
  const lastEntry = () => portal.audit.records.at(-1);
  async function deliveredTo(address: string): Promise<readonly string[]> {
    await deliverDue(portal, mailbox.sender);
    return mailbox.mails.filter(({ to }) => to.includes(address)).map(({ text }) => text);
  }
  const close = async (): Promise<void> => {
    await mailbox.close();
    await portal.close();
  };
  return { portal, tokens, idOf, call, on, search, account, lastEntry, deliveredTo, close };
}

/** Usernames of a page, in its order. */
export const readNames = (page: api.PortalAccountPage): readonly string[] => page.users.map(({ username }) => username);
