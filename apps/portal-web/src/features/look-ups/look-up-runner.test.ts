import type { LookUpAnswer } from '@varco/contract/plant/look-ups.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { LookUpRunner, type Press, RUN_DEBOUNCE_MS } from './look-up-runner.ts';

const ANSWER = { id: 'a' } as LookUpAnswer;
const press = (requestCode: 2 | 3 = 3): Press => ({
  idempotencyKey: '7a1d0000-0000-4000-8000-000000000001',
  peerId: 7,
  request: { campo_ricerca: 'GK508RB', tipo_ricerca: 0, tipo_richiesta: requestCode, tipo_veicolo: 0 },
  isStored: false,
});
const broken = () =>
  new ApiError({ code: 'unavailable', subCode: 'network', status: 0, host: 'plant', isPolling: false });

let said: string[];
let asked: string[];
let answers: (() => Promise<LookUpAnswer>)[];
let runner: LookUpRunner;
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  asked = [];
  answers = [];
  runner = new LookUpRunner({
    ask: ({ idempotencyKey: pressId }, signal) => {
      asked.push(pressId);
      const next = answers.shift() ?? (() => new Promise<LookUpAnswer>(() => undefined));
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        next().then(resolve, reject);
      });
    },
    onStart: () => said.push('start'),
    onAnswer: () => said.push('answer'),
    onProblem: (_press, kind) => said.push(kind),
    onCancel: () => said.push('cancel'),
  });
});
afterEach(() => vi.useRealTimers());

describe('running a look-up (T 7.4)', () => {
  it('VIS-35 waits 500 ms before it asks; presses meanwhile are the same one', async () => {
    answers = [async () => ANSWER];
    runner.run(press());
    runner.run(press());
    await vi.advanceTimersByTimeAsync(RUN_DEBOUNCE_MS - 1);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect({ asked: asked.length, said }).toEqual({ asked: 1, said: ['start', 'answer'] });
  });

  it('VIS-35 cancelled before it is sent it is never sent; after, nobody waits for it any more', async () => {
    runner.run(press());
    runner.cancel();
    await vi.advanceTimersByTimeAsync(5_000);
    expect({ asked, said }).toEqual({ asked: [], said: ['start', 'cancel'] });
    runner.run(press());
    await vi.advanceTimersByTimeAsync(RUN_DEBOUNCE_MS);
    runner.cancel();
    await vi.advanceTimersByTimeAsync(5_000);
    expect({ asked: asked.length, said: said.slice(2) }).toEqual({ asked: 1, said: ['start', 'cancel'] });
  });

  it('a broken connection is tried again once, under the id of the same press', async () => {
    answers = [() => Promise.reject(broken()), async () => ANSWER];
    runner.run(press());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(new Set(asked).size).toBe(1);
    expect({ times: asked.length, said }).toEqual({ times: 2, said: ['start', 'answer'] });
  });

  it('broken twice it says that it may have been paid; a free one only that nobody answered', async () => {
    answers = [() => Promise.reject(broken()), () => Promise.reject(broken())];
    runner.run(press());
    await vi.advanceTimersByTimeAsync(5_000);
    answers = [() => Promise.reject(broken()), () => Promise.reject(broken())];
    runner.run(press(2));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(said).toEqual(['start', 'network', 'start', 'unreachable']);
  });
});
