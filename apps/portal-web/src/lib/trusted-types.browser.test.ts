import { expect, test } from 'vitest';
import { installTrustedTypes, restrictConnections } from './trusted-types.ts';

test('security 2: a restricted document can connect to itself and the listed plants only', async () => {
  const blocked: string[] = [];
  addEventListener('securitypolicyviolation', (event) =>
    blocked.push(`${event.effectiveDirective} ${new URL(event.blockedURI).origin}`),
  );
  restrictConnections(['http://127.0.0.1:18391', 'http://127.0.0.1:18391']);
  restrictConnections(['http://127.0.0.1:18391']);
  expect((await fetch('/test-portal/state')).ok).toBe(true);
  await expect(fetch('http://127.0.0.1:18392/')).rejects.toBeInstanceOf(TypeError);
  await expect.poll(() => blocked).toEqual(['connect-src http://127.0.0.1:18392']);
  // The policy allows this origin, so the fetch fails only because no server runs there.
  await expect(fetch('http://127.0.0.1:18391/')).rejects.toBeInstanceOf(TypeError);
  expect(blocked).toHaveLength(1);
});

test('security 2: the one policy is installed once and a second call changes nothing', () => {
  installTrustedTypes();
  installTrustedTypes();
  const { defaultPolicy } = (
    globalThis as unknown as {
      trustedTypes: { defaultPolicy: { name: string; createHTML: (text: string) => unknown } };
    }
  ).trustedTypes;
  expect(defaultPolicy.name).toBe('default');
  expect(String(defaultPolicy.createHTML('.a{}'))).toBe('.a{}');
  expect(String(defaultPolicy.createHTML('<b>'))).toBe('');
});
