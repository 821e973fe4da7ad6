import { expect, test } from 'vitest';
import { formatReopen, readReopenMs } from './reopen.ts';

test('streams of a stopping server come back spread over two seconds', () => {
  expect(formatReopen(() => 0)).toBe('event: reopen\nretry: 200\ndata: 200\n\n');
  expect(formatReopen(() => 1)).toBe('event: reopen\nretry: 2000\ndata: 2000\n\n');
});

test('whatever a server sends, a browser neither hammers it nor waits longer than two seconds', () => {
  expect(['700', '0', '-5', '1e99', '', 'NaN', 'soon'].map(readReopenMs)).toEqual([
    ...[700, 200, 200, 2_000],
    ...[200, 2_000, 2_000],
  ]);
});
