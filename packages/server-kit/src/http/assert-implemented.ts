import type { Endpoint } from '@varco/contract/endpoint.ts';
import type { ServerApp, Viewers } from './server-app.ts';

/**
 * For a test of each server: every endpoint of the contract is implemented once, nothing else is implemented, and
 * each kind of access has its authenticator. Throws `Error` with the mismatch.
 */
export function assertAllImplemented<V extends Viewers>(app: ServerApp<V>, endpoints: readonly Endpoint[]): void {
  const { implemented, authenticators } = app.varco;
  const wrong: string[] = [];
  for (const endpoint of endpoints) {
    const times = implemented.filter((one) => one === endpoint).length;
    if (times !== 1) wrong.push(`${endpoint.id}: implemented ${times} times`);
    const { who } = endpoint.access;
    if (who !== 'anyone' && !Object.hasOwn(authenticators, who))
      wrong.push(`${endpoint.id}: no authenticator for ${who}`);
  }
  for (const endpoint of implemented)
    if (!endpoints.includes(endpoint)) wrong.push(`${endpoint.id}: not in the contract`);
  const ids = endpoints.map((endpoint) => endpoint.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push(`${id}: id used twice`);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}
