import { expect, test } from 'vitest';
import { COVERED_MS, createStreamOpenings } from './stream-openings.ts';

const START_MS = Date.parse('2026-11-20T10:00:00Z');

function start() {
  let nowMs = START_MS;
  const openings = createStreamOpenings(() => new Date(nowMs));
  const recorded: string[] = [];
  return {
    recorded,
    setTime: (ms: number) => void (nowMs = ms),
    open: (opening: string) =>
      openings.once(opening, async () => {
        recorded.push(opening);
      }),
  };
}

test('an opening is recorded once in ten minutes, another one at once', async () => {
  const { recorded, setTime, open } = start();
  await open('a');
  await open('a');
  await open('b');
  setTime(START_MS + COVERED_MS - 1);
  await open('a');
  expect(recorded).toEqual(['a', 'b']);
  setTime(START_MS + COVERED_MS);
  await open('a');
  expect(recorded).toEqual(['a', 'b', 'a']);
});

test('an entry that could not be written covers nothing, nor does one of a later clock', async () => {
  const { recorded, setTime, open } = start();
  const openings = createStreamOpenings(() => new Date(START_MS));
  const failing = openings.once('a', () => Promise.reject(new Error('the disk is full')));
  await expect(failing).rejects.toThrow('the disk is full');
  let isRecorded = false;
  await openings.once('a', async () => void (isRecorded = true));
  expect(isRecorded).toBe(true);
  await open('a');
  setTime(START_MS - 60_000);
  await open('a');
  expect(recorded).toEqual(['a', 'a']);
});

test('remembers a bounded number of openings', async () => {
  const { recorded, open } = start();
  for (let i = 0; i < 20_002; i += 1) await open(String(i));
  await open('0');
  await open('20001');
  expect(recorded.slice(20_002)).toEqual(['0']);
});
