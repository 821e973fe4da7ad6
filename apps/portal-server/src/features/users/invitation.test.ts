import * as accountApi from '@varco/contract/portal/account.ts';
import { updateUser } from '@varco/contract/portal/user.ts';
import * as api from '@varco/contract/portal/user-administration.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatError, tryLogin } from '../../testing/test-people.ts';
import { buildProof, TEST_KDF } from '../../testing/test-portal.ts';
import { INVITED, openUserAdministration, type UserAdministration } from '../../testing/user-administration.ts';

const DAY_MS = 24 * 3_600_000;

let world: UserAdministration;
beforeEach(async () => {
  world = await openUserAdministration();
});
afterEach(() => world.close());

describe('invitation', () => {
  const invite = async (change: object = {}): Promise<api.PortalAccount> => {
    const answer = await world.call('capo', api.inviteUser, { body: { ...INVITED, ...change } });
    expect(answer.status).toBe(200);
    return api.PortalAccount.parse(answer.body);
  };
  const mailedToken = async (): Promise<string> =>
    /reset-password\?invited=1#(\S+)/.exec((await world.deliveredTo(INVITED.email)).at(-1) ?? '')?.[1] ?? '';
  const accept = (token: string) =>
    injectRaw(
      world.portal.app,
      accountApi.resetPassword,
      { body: { email: INVITED.email, password: buildProof('scelta da me'), kdf: TEST_KDF } },
      { token },
    );

  it('ADM-04 the mailed link chooses the password and verifies the e-mail, once', async () => {
    const made = await invite();
    expect(made).toMatchObject({
      username: INVITED.email,
      verified: false,
      admin: false,
      authority: 'Comune di Forlì',
    });
    expect(made.invited).not.toBeNull();
    expect(world.lastEntry()).toMatchObject({ action: 'user.invite', actor: { name: 'capo' } });
    expect((await tryLogin(world.portal, INVITED.email)).status).toBe(401);
    const token = await mailedToken();
    expect((await accept(token)).status).toBe(204);
    expect((await accept(token)).status).toBe(401);
    expect((await world.search({ text: 'galli' })).users[0]).toMatchObject({ verified: true, invited: null });
    const signedIn = await tryLogin(world.portal, INVITED.email, { password: 'scelta da me' });
    expect(signedIn.status).toBe(200);
    // A new person is shown the first steps.
    expect(signedIn.body).toMatchObject({ user: { first_steps: true } });
    expect(await world.deliveredTo(INVITED.email)).toHaveLength(1);
  });

  it('ADM-04 a taken name or address is refused in any case; the mail can be sent again until it is accepted', async () => {
    expect(formatError(await world.call('capo', api.inviteUser, { body: { ...INVITED, username: 'AGENTE' } }))).toBe(
      'duplicate',
    );
    const { id } = await invite();
    expect(
      formatError(
        await world.call('capo', api.inviteUser, { body: { ...INVITED, email: INVITED.email.toUpperCase() } }),
      ),
    ).toBe('duplicate');
    const again = () => world.call('vice', api.repeatInvitation, { params: { id } });
    const first = await mailedToken();
    expect((await again()).status).toBe(204);
    const second = await mailedToken();
    expect((await accept(second)).status).toBe(204);
    expect((await accept(first)).status).toBe(401);
    expect(formatError(await again())).toBe('conflict/no_invitation');
    expect(formatError(await world.on('capo', api.repeatInvitation, 'agente'))).toBe('conflict/no_invitation');
  });

  it('ADM-04 the link ends after a week, and with the account disabled', async () => {
    const { id } = await invite();
    const token = await mailedToken();
    await world.call('capo', updateUser, { params: { id }, body: { active: false } });
    expect((await accept(token)).status).toBe(401);
    await world.call('capo', updateUser, { params: { id }, body: { active: true } });
    world.portal.clock.advance(7 * DAY_MS + 1);
    expect((await accept(token)).status).toBe(401);
  });
});
