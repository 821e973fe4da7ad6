import type { RunLookUpResponse } from '@varco/contract/plant/look-ups.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { LookUpRunner, type LookUpCall, RUN_DEBOUNCE_MS } from './look-up-runner.ts';

const ANSWER = { id: 'a' } as RunLookUpResponse;
const createRequest = (requestCode: 2 | 3 = 3): LookUpCall => ({
  idempotencyKey: '7a1d0000-0000-4000-8000-000000000001',
  peerId: 7,
  request: { campo_ricerca: 'GK508RB', tipo_ricerca: 0, tipo_richiesta: requestCode, tipo_veicolo: 0 },
  isStored: false,
});
const createNetworkError = () =>
  new ApiError({ code: 'unavailable', subCode: 'network', status: 0, host: 'plant', isPolling: false });

let events: string[];
let calls: string[];
let pendingAnswers: (() => Promise<RunLookUpResponse>)[];
let runner: LookUpRunner;
beforeEach(() => {
  vi.useFakeTimers();
  events = [];
  calls = [];
  pendingAnswers = [];
  runner = new LookUpRunner({
    send: ({ idempotencyKey: pressId }, signal) => {
      calls.push(pressId);
      const next = pendingAnswers.shift() ?? (() => new Promise<RunLookUpResponse>(() => undefined));
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        next().then(resolve, reject);
      });
    },
    onStart: () => events.push('start'),
    onAnswer: () => events.push('answer'),
    onProblem: (_press, kind) => events.push(kind),
    onCancel: () => events.push('cancel'),
  });
});
afterEach(() => vi.useRealTimers());

describe('running a look-up (T 7.4)', () => {
  it('VIS-35 waits 500 ms before it asks; presses meanwhile are the same one', async () => {
    pendingAnswers = [async () => ANSWER];
    runner.run(createRequest());
    runner.run(createRequest());
    await vi.advanceTimersByTimeAsync(RUN_DEBOUNCE_MS - 1);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect({ asked: calls.length, said: events }).toEqual({ asked: 1, said: ['start', 'answer'] });
  });

  it('VIS-35 cancelled before it is sent it is never sent; after, nobody waits for it any more', async () => {
    runner.run(createRequest());
    runner.cancel();
    await vi.advanceTimersByTimeAsync(5_000);
    expect({ asked: calls, said: events }).toEqual({ asked: [], said: ['start', 'cancel'] });
    runner.run(createRequest());
    await vi.advanceTimersByTimeAsync(RUN_DEBOUNCE_MS);
    runner.cancel();
    await vi.advanceTimersByTimeAsync(5_000);
    expect({ asked: calls.length, said: events.slice(2) }).toEqual({ asked: 1, said: ['start', 'cancel'] });
  });

  it('a broken connection is tried again once, under the id of the same press', async () => {
    pendingAnswers = [() => Promise.reject(createNetworkError()), async () => ANSWER];
    runner.run(createRequest());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(new Set(calls).size).toBe(1);
    expect({ times: calls.length, said: events }).toEqual({ times: 2, said: ['start', 'answer'] });
  });

  it('broken twice it says that it may have been paid; a free one only that nobody answered', async () => {
    pendingAnswers = [() => Promise.reject(createNetworkError()), () => Promise.reject(createNetworkError())];
    runner.run(createRequest());
    await vi.advanceTimersByTimeAsync(5_000);
    pendingAnswers = [() => Promise.reject(createNetworkError()), () => Promise.reject(createNetworkError())];
    runner.run(createRequest(2));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(events).toEqual(['start', 'network', 'start', 'unreachable']);
  });
});
