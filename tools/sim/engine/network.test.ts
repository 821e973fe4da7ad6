import { Rng } from '@varco/sim/random.ts';
import { expect, test } from 'vitest';
import type { LinkState } from './messages.ts';
import { Network } from './network.ts';
import { NodeClock } from './node-clock.ts';
import { Scheduler, SimNode } from './scheduler.ts';

const WELL: LinkState = { loss: 0, minMs: 5, maxMs: 200, cutUntilMs: null };

function createWorld(link: () => LinkState = () => WELL) {
  const [client, server] = [new SimNode('client', new NodeClock(0)), new SimNode('server', new NodeClock(0))];
  const scheduler = new Scheduler(0, client, () => undefined);
  const network = new Network(scheduler, new Rng(7), link);
  const received: string[] = [];
  network.listen('s.example', server, async ({ body }) => {
    received.push(body);
    return { status: 200, body: `re ${body}` };
  });
  const outcomes: string[] = [];
  const send = (body: string, signal: AbortSignal | null = null): void => {
    const outgoing = { method: 'POST', path: '/', headers: {}, body, signal };
    void network.request(client, 's.example', outgoing).then(
      async (response) => void outcomes.push(await response.text()),
      (error: Error) => void outcomes.push(String(Reflect.get(error, 'code'))),
    );
  };
  return { client, server, scheduler, network, received, outcomes, send };
}

test('messages arrive after a delay and overtake each other', async () => {
  const { scheduler, received, outcomes, send } = createWorld();
  const sent = Array.from({ length: 20 }, (_, i) => String(i));
  for (const body of sent) send(body);
  expect(received).toEqual([]);
  await scheduler.runUntil(1000);
  expect(received.toSorted()).toEqual(sent.toSorted());
  expect(received).not.toEqual(sent);
  expect(outcomes).toHaveLength(20);
});

test('of lost messages some were received all the same, and no client waits for ever', async () => {
  const { scheduler, received, outcomes, send } = createWorld(() => ({ ...WELL, loss: 0.5 }));
  for (let i = 0; i < 60; i += 1) send(String(i));
  await scheduler.runUntil(100_000);
  const answered = outcomes.filter((one) => one.startsWith('re'));
  expect(outcomes).toHaveLength(60);
  expect(received.length).toBeGreaterThan(answered.length);
  expect(received.length).toBeLessThan(60);
});

test('a partition lets nothing through; a server that is off refuses', async () => {
  const { scheduler, server, received, outcomes, send } = createWorld(() => ({
    ...WELL,
    cutUntilMs: scheduler.nowMs < 1000 ? 1000 : null,
  }));
  send('cut off');
  await scheduler.runUntil(1500);
  server.crash();
  send('off');
  await scheduler.runUntil(100_000);
  expect(received).toEqual([]);
  expect(outcomes).toEqual(['ECONNREFUSED', 'ETIMEDOUT']);
});

test('a client that gives up gets its own reason at once', async () => {
  const { scheduler, outcomes, send } = createWorld();
  const controller = new AbortController();
  send('one', controller.signal);
  controller.abort(Object.assign(new Error('enough'), { code: 'ENOUGH' }));
  await scheduler.runUntil(1000);
  expect(outcomes).toEqual(['ENOUGH']);
});
