import type { SystemEvent, SystemLogPage } from '@varco/contract/system-log.ts';
import { expect, test } from 'vitest';
import { mergeLogs } from './merge-logs.ts';

const event = (id: number, minute: number): SystemEvent => ({
  id: String(id),
  at: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`,
  last_at: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`,
  times: 1,
  level: 'info',
  event: 'listening',
  code: null,
  sub_code: null,
  route: null,
  plant: null,
  request_id: null,
});
const page = (minutes: readonly number[], next: string | null): SystemLogPage => ({
  events: minutes.map((minute) => event(minute, minute)),
  next,
});
const shown = (pages: Parameters<typeof mergeLogs>[0]) =>
  mergeLogs(pages).rows.map(({ source, event: { id } }) => `${source}${id}`);

test('CLOG-05 logs of several servers are one, newest first', () => {
  expect(shown([{ a: page([30, 10], null), b: page([20], null) }])).toEqual(['a30', 'b20', 'a10']);
});

test('CLOG-05 nothing is shown that lies before what some server has still to tell', () => {
  const first = { a: page([50, 40], '40'), b: page([45, 5], null) };
  expect(shown([first])).toEqual(['a50', 'b45', 'a40']);
  expect(mergeLogs([first]).next).toEqual({ a: '40' });
  expect(shown([first, { a: page([30], null) }])).toEqual(['a50', 'b45', 'a40', 'a30', 'b5']);
});

test('CLOG-05 a server that does not answer is named, and the others are shown', () => {
  const merged = mergeLogs([{ a: null, b: page([20], null) }]);
  expect(merged.failed).toEqual(['a']);
  expect(merged.rows).toHaveLength(1);
  expect(mergeLogs([])).toEqual({ rows: [], next: {}, failed: [] });
});

test('CLOG-05 one that stops answering keeps its place, and is asked again from there', () => {
  const pages = [
    { a: page([50], '50'), b: page([49], '49') },
    { a: null, b: page([30], null) },
  ];
  expect(mergeLogs(pages)).toMatchObject({ next: { a: '50' }, failed: ['a'] });
  expect(shown(pages)).toEqual(['a50']);
});
