import { Rng } from '@varco/sim/random.ts';
import { expect, test } from 'vitest';
import type { AttackAnswer } from './attack-request.ts';
import { describeCalls } from './describe-calls.ts';
import { fillBody, FollowUps } from './follow-ups.ts';
import { ATTACKED_APIS } from './world.ts';

const json = (body: unknown): AttackAnswer => ({
  ...{ status: 200, headers: { 'content-type': 'application/json' }, ms: 1, failure: null },
  bytes: Buffer.from(JSON.stringify(body)),
});
const CALL = { server: 'plant', caller: 'gestore', path: '/api/devices', params: {} } as const;
const createFollowUps = (): FollowUps => new FollowUps(new Map([['plant', describeCalls(ATTACKED_APIS.plant)]]));

function takeAll(chains: FollowUps): readonly string[] {
  const taken: string[] = [];
  for (let next = chains.take(); next !== undefined; next = chains.take())
    taken.push(`${next.caller} ${next.description.endpoint.method} ${next.params['id'] ?? ''}`);
  return taken;
}

test('whoever was answered with a thing goes on to every call about it, and deletes it last', () => {
  const chains = createFollowUps();
  chains.note(CALL, json({ id: 7, nome: 'Bassi' }), new Rng(1));
  const taken = takeAll(chains);
  expect(taken.length).toBeGreaterThan(1);
  expect(taken.every((one) => one.startsWith('gestore ') && one.endsWith(' 7'))).toBe(true);
  expect(taken.at(-1)).toBe('gestore DELETE 7');
});

test('a list leads on to one of its things; what has no id, is no JSON or too much leads nowhere', () => {
  const chains = createFollowUps();
  chains.note(CALL, json({ objects: [] }), new Rng(1));
  chains.note(CALL, json({ done: true }), new Rng(1));
  chains.note(CALL, { ...json({}), headers: { 'content-type': 'image/jpeg' } }, new Rng(1));
  chains.note(CALL, json({ id: 1, text: 'x'.repeat(300_000) }), new Rng(1));
  expect(takeAll(chains)).toEqual([]);
  chains.note({ ...CALL, path: '/api/blacklist/search' }, json({ objects: [{ id: 3 }, { id: 4 }] }), new Rng(1));
  const ids = new Set(takeAll(chains).map((one) => one.slice(-1)));
  expect(ids.size).toBe(1);
  expect(['3', '4']).toContain([...ids][0]);
});

test('each endpoint gets a few of these calls in a round, so that the attack of everybody else goes on', () => {
  const chains = createFollowUps();
  const counts: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    chains.note(CALL, json({ id: at }), new Rng(1));
    counts.push(takeAll(chains).length);
  }
  expect(counts[0]).toBeGreaterThan(1);
  expect(counts.at(-1)).toBe(0);
});

test('a body takes the version and the ids that the server gave, and no field that the call does not have', () => {
  const record = { id: 7, updated: 'then', note: 'theirs', secret: 'x' };
  const bodies = Array.from({ length: 30 }, (_one, at) =>
    Object(fillBody({ id: 1, updated: 'never', note: 'mine' }, record, new Rng(at))),
  );
  expect(bodies.every(({ id, updated, secret }) => id === 7 && updated === 'then' && secret === undefined)).toBe(true);
  expect(new Set(bodies.map(({ note }) => note))).toEqual(new Set(['mine', 'theirs']));
  expect(fillBody(undefined, record, new Rng(1))).toBeUndefined();
});
