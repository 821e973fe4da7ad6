import type { SystemEvent, SystemLogPage } from '@varco/contract/system-log.ts';
import { expect, test } from 'vitest';
import { mergeLogs } from './merge-logs.ts';

const createEvent = (id: number, minute: number): SystemEvent => ({
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
const createPage = (minutes: readonly number[], next: string | null): SystemLogPage => ({
  events: minutes.map((minute) => createEvent(minute, minute)),
  next,
});
const listShownIds = (pages: Parameters<typeof mergeLogs>[0]) =>
  mergeLogs(pages).rows.map(({ source, event: { id } }) => `${source}${id}`);

test('CLOG-05 logs of several servers are one, newest first', () => {
  expect(listShownIds([{ a: createPage([30, 10], null), b: createPage([20], null) }])).toEqual(['a30', 'b20', 'a10']);
});

test('CLOG-05 nothing is shown that lies before what some server has still to tell', () => {
  const first = { a: createPage([50, 40], '40'), b: createPage([45, 5], null) };
  expect(listShownIds([first])).toEqual(['a50', 'b45', 'a40']);
  expect(mergeLogs([first]).next).toEqual({ a: '40' });
  expect(listShownIds([first, { a: createPage([30], null) }])).toEqual(['a50', 'b45', 'a40', 'a30', 'b5']);
});

test('CLOG-05 a server that does not answer is named, and the others are shown', () => {
  const merged = mergeLogs([{ a: null, b: createPage([20], null) }]);
  expect(merged.failed).toEqual(['a']);
  expect(merged.rows).toHaveLength(1);
  expect(mergeLogs([])).toEqual({ rows: [], next: {}, failed: [] });
});

test('CLOG-05 one that stops answering keeps its place, and is asked again from there', () => {
  const pages = [
    { a: createPage([50], '50'), b: createPage([49], '49') },
    { a: null, b: createPage([30], null) },
  ];
  expect(mergeLogs(pages)).toMatchObject({ next: { a: '50' }, failed: ['a'] });
  expect(listShownIds(pages)).toEqual(['a50']);
});
