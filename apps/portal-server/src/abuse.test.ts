import { PORTAL_API } from '@varco/contract/portal-api.ts';
import { findAbuseFaults } from '@varco/server-kit/testing/abuse-cases.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, seedPeople, signInAs } from './testing/test-people.ts';
import { createTestPortal, type TestPortal } from './testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

test('every endpoint of the portal stands the abuse of the security rules', async () => {
  await seedPeople(portal, [createPerson('anna', { isAdmin: true, readsAudit: true })]);
  const { token } = await signInAs(portal, 'anna');
  const faults = await findAbuseFaults(portal.app, PORTAL_API, {
    hasCors: false,
    headersOf: ({ access }): Record<string, string> | null => {
      if (access.who === 'portal-user') return { authorization: `Bearer ${token}` };
      return access.who === 'anyone' ? {} : null;
    },
  });
  expect(faults).toEqual([]);
});
