import { createServer, request as openRequest, type Server } from 'node:http';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import * as plantApis from '@varco/contract/plant-api.ts';
import * as portalApis from '@varco/contract/portal-api.ts';
import * as registryApis from '@varco/contract/registry-api.ts';
import { Rng } from '@varco/sim/random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttackRequest } from './attack-request.ts';
import { formatAttack } from './report.ts';
import { AttackRound, listPairs } from './round.ts';
import { ATTACKED_APIS, type AttackWorld, startAttackWorld } from './world.ts';

/** Calls of the run that belongs to every test run: twice as many as there are endpoints, and each of them at least once. */
const REQUESTS = Number(process.env['VARCO_ATTACK_REQUESTS'] ?? 2 * Object.values(ATTACKED_APIS).flat().length);
const SEED = Number(process.env['VARCO_ATTACK_SEED'] ?? 20_261_125);

let world: AttackWorld;
beforeAll(async () => {
  world = await startAttackWorld(1);
}, 120_000);
afterAll(() => world.close());

test('every endpoint of the contract is attacked by every kind of caller of its server', () => {
  const attacked = new Set(Object.values(ATTACKED_APIS).flat());
  const inContract = [plantApis, portalApis, registryApis].flatMap((api) =>
    // The fault switch of the registry stand-in exists to break it, and in the demo only.
    Object.entries(api).flatMap(([name, endpoints]) => (name === 'REGISTRY_DEMO_API' ? [] : endpoints)),
  );
  expect(inContract.filter((endpoint) => !attacked.has(endpoint)).map(({ id }) => id)).toEqual([]);
  const pairs = listPairs(world, new Rng(1));
  for (const [server, endpoints] of Object.entries(ATTACKED_APIS)) {
    const callers = [...world.callers.values()].filter((caller) => caller.server === server);
    expect(callers.length).toBeGreaterThan(1);
    for (const { id } of endpoints) {
      const names = pairs
        .filter(([{ endpoint }, name]) => endpoint.id === id && world.callers.get(name)?.server === server)
        .map(([, name]) => name);
      expect([...new Set(names)].toSorted()).toEqual(callers.map(({ name }) => name).toSorted());
    }
  }
});

test('a short attack finds nothing: no leak, no undeclared answer, no failure, and the logs are whole', async () => {
  const attack = new AttackRound(world, SEED);
  const { sent, attacks, answers } = await attack.run({ requests: REQUESTS, isOver: () => false });
  expect(attacks.map(formatAttack).join('\n')).toBe('');
  expect(sent).toBe(REQUESTS);
  // An attack whose every call is refused at the door would find nothing either.
  const successes = [...answers.keys()].filter((key) => key.endsWith('2xx')).length;
  expect(successes).toBeGreaterThan(40);
  expect(await attack.checkHealth()).toEqual([]);
}, 180_000);

test('an attack ends with its time and with its number of calls, whichever comes first', async () => {
  let nAsked = 0;
  const timed = await new AttackRound(world, SEED).run({ requests: REQUESTS, isOver: () => (nAsked += 1) > 5 });
  const counted = await new AttackRound(world, SEED).run({ requests: 3, isOver: () => nAsked > 1_000 });
  expect([timed.sent, counted.sent]).toEqual([5, 3]);
}, 180_000);

/** A plant that takes every caller for the operator, as one that has forgotten a rule would. */
async function startForgetfulPlant(origin: string, authorization: string): Promise<Server> {
  const target = new URL(origin);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const call = openRequest(
      { hostname: target.hostname, port: target.port, method, path, headers: { ...headers, authorization } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('a plant that forgets who calls is found out: by the rule, by gates, and by plates a person may not see', async () => {
  const fresh = await startAttackWorld(0);
  const operator = fresh.callers.get('operatore');
  const call = (caller: string): AttackRequest => ({
    ...{ server: 'plant', endpoint: searchTransits.id, caller, method: 'POST', url: searchTransits.path },
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"paginate":true,"page_size":200}').toString('base64'),
    ...{ mutations: [], mustFail: false },
  });
  const authorization = operator?.credential(call('operatore'))['authorization'] ?? '';
  const broken = await startForgetfulPlant(fresh.origins.plant, authorization);
  try {
    const address = broken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const attack = new AttackRound({ ...fresh, origins: { ...fresh.origins, plant: `http://127.0.0.1:${port}` } }, 1);
    const kindsOf = async (caller: string): Promise<readonly string[]> => {
      const { findings } = await attack.replay(call(caller));
      return [...new Set(findings.map(({ kind }) => kind))].toSorted();
    };
    expect(await kindsOf('operatore')).toEqual([]);
    expect(await kindsOf('nobody')).toEqual(['count', 'leak', 'rights']);
    expect(await kindsOf('ended token')).toEqual(['count', 'leak', 'rights']);
    expect(await kindsOf('limitato')).toEqual(['count', 'leak']);
    expect(await kindsOf('distretto')).toEqual(['count', 'leak']);
    expect(await kindsOf('oscurato')).toEqual(['leak']);
  } finally {
    broken.closeAllConnections();
    broken.close();
    await fresh.close();
  }
}, 180_000);
