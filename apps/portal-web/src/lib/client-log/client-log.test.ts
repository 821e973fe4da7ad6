import { expect, test } from 'vitest';
import { type ClientLogEntry, retainEntries, parseEntries } from './client-log.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const entry = (uuid: string, timestamp = NOW): ClientLogEntry => ({
  uuid,
  type: 'error',
  message: 'cesena.example: Errore imprevisto del server.',
  timestamp,
  metadata: { code: 'internal', status: 500 },
});

test('CLOG-02 of 101 entries the oldest is dropped', () => {
  const log = Array.from({ length: 101 }, (_, i) => entry(String(i)));
  const stored = retainEntries(log, NOW);
  expect([stored.length, stored[0]?.uuid, stored.at(-1)?.uuid]).toEqual([100, '1', '100']);
});

test('CLOG-03 an entry of 7 days stays, one of 7 days and 1 minute goes', () => {
  const week = 7 * 24 * 60;
  const log = [entry('old', ago(week + 1)), entry('week', ago(week)), entry('new')];
  expect(retainEntries(log, NOW).map(({ uuid }) => uuid)).toEqual(['week', 'new']);
});

test('CLOG-01 an entry has uuid, type, message, timestamp and metadata; anything else on the disk is passed over', () => {
  const good = entry('a');
  expect(Object.keys(good)).toEqual(['uuid', 'type', 'message', 'timestamp', 'metadata']);
  const bad = [null, 5, {}, { ...good, type: 'x' }, { ...good, timestamp: 'x' }, { ...good, metadata: { a: {} } }];
  expect(parseEntries(JSON.stringify([...bad, good]))).toEqual([good]);
  for (const text of [null, '', '{', '{}', '"x"']) expect(parseEntries(text)).toEqual([]);
});
