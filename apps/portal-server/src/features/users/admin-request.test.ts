import { updateUser } from '@varco/contract/portal/user.ts';
import * as api from '@varco/contract/portal/user-administration.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatError, signInAs } from '../../testing/test-people.ts';
import { openUserAdministration, readNames, type UserAdministration } from '../../testing/user-administration.ts';

const DAY_MS = 24 * 3_600_000;

let world: UserAdministration;
beforeEach(async () => {
  world = await openUserAdministration();
});
afterEach(() => world.close());

describe('admin flag', () => {
  const flags = async (name: string) => {
    const found = await world.account(name);
    return { admin: found?.admin, request: found?.admin_request ?? null };
  };

  it('KIND-05 ADM-04 one administrator requests it, another confirms it, and the person is told', async () => {
    const answer = await world.on('capo', api.requestAdmin, 'agente', { grants: true });
    expect(api.PortalAccount.parse(answer.body)).toMatchObject({
      admin: false,
      admin_request: { grants: true, requested_by: 'capo', own: true },
    });
    expect(readNames(await world.search({ state: 'requested' }))).toEqual(['agente']);
    expect(formatError(await world.on('capo', api.confirmAdmin, 'agente', { grants: true }))).toBe(
      'conflict/own_request',
    );
    expect(formatError(await world.on('vice', api.requestAdmin, 'agente', { grants: true }))).toBe(
      'conflict/request_pending',
    );
    // What the second person saw is what is done.
    expect((await world.on('vice', api.confirmAdmin, 'agente', { grants: false })).status).toBe(404);
    expect((await world.on('vice', api.confirmAdmin, 'agente', { grants: true })).status).toBe(200);
    expect(world.lastEntry()).toMatchObject({
      action: 'user.admin-confirm',
      actor: { name: 'vice' },
      detail: { grants: true },
    });
    expect(await flags('agente')).toEqual({ admin: true, request: null });
    expect(await world.deliveredTo('agente@posta.example')).toEqual([expect.stringContaining('amministratore')]);
  });

  it('KIND-05 it is taken by two as well, and works from the next call on', async () => {
    await world.portal.deps.db
      .updateTable('portal_user')
      .set({ is_admin: true, enable_2fa: false })
      .where('username', '=', 'agente')
      .execute();
    world.tokens.set('agente', (await signInAs(world.portal, 'agente')).token);
    await world.on('capo', api.requestAdmin, 'agente', { grants: false });
    // Nobody confirms or rejects what concerns them.
    expect(formatError(await world.on('agente', api.confirmAdmin, 'agente', { grants: false }))).toBe(
      'conflict/own_account',
    );
    expect(formatError(await world.on('agente', api.rejectAdmin, 'agente'))).toBe('conflict/own_account');
    await world.on('vice', api.confirmAdmin, 'agente', { grants: false });
    expect((await world.call('agente', api.listUsers)).status).toBe(403);
  });

  it('ADM-04 a request ends when withdrawn, after a week, and with the role of who made it', async () => {
    await world.on('capo', api.requestAdmin, 'agente', { grants: true });
    expect((await world.on('vice', api.rejectAdmin, 'agente')).status).toBe(200);
    expect((await world.on('vice', api.rejectAdmin, 'agente')).status).toBe(404);
    await world.on('capo', api.requestAdmin, 'agente', { grants: true });
    world.portal.clock.advance(8 * DAY_MS);
    for (const name of ['capo', 'vice']) world.tokens.set(name, (await signInAs(world.portal, name)).token);
    expect(await flags('agente')).toEqual({ admin: false, request: null });
    expect((await world.on('vice', api.confirmAdmin, 'agente', { grants: true })).status).toBe(404);
    await world.on('capo', api.requestAdmin, 'agente', { grants: true });
    await world.on('vice', updateUser, 'capo', { active: false });
    expect((await world.on('vice', api.confirmAdmin, 'agente', { grants: true })).status).toBe(404);
  });

  it('ADM-04 not for somebody disabled, nor for who has the role already', async () => {
    expect(formatError(await world.on('capo', api.requestAdmin, 'verdi', { grants: true }))).toBe(
      'conflict/account_not_ready',
    );
    expect(formatError(await world.on('capo', api.requestAdmin, 'vice', { grants: true }))).toBe(
      'conflict/request_not_needed',
    );
    for (const grants of ['true', 1, null])
      expect((await world.on('capo', api.requestAdmin, 'agente', { grants })).status).toBe(400);
  });
});
