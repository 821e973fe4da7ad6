import { expect, test } from 'vitest';
import { compareRound, type Observed } from './compare.ts';
import { createLedger, type Ledger, type SentRead } from './ledger.ts';

const AT = '2026-11-28T10:00:00.000Z';
const buildRead = (plate: string, more: Partial<SentRead> = {}): SentRead => ({
  ...{ plate, at: AT, alert: 'never', hasPicture: false, id: `id-${plate}` },
  ...more,
});

function buildLedger(): Ledger {
  const ledger = createLedger('AA', AT);
  for (const read of [
    buildRead('AA1N'),
    buildRead('AA2Z', { alert: 'must' }),
    buildRead('AA3N', { hasPicture: true }),
    buildRead('AA4Z', { alert: 'must', id: null }),
    buildRead('AA5L', { alert: 'may' }),
  ])
    ledger.reads.set(read.plate, read);
  ledger.entries.set('AA91L', { plate: 'AA91L', known: 'v0', open: [] });
  ledger.entries.set('AA92L', { plate: 'AA92L', known: 'v0', open: ['v1'] });
  ledger.entries.set('AA93L', { plate: 'AA93L', known: null, open: [] });
  ledger.decisions.push({ id: 'd', alert: '7', kind: 'verify', answer: { at: AT, ver: 2 } });
  ledger.notes.push({ text: 'AA nota 0', transit: 'id-AA1N', isAcknowledged: true });
  return ledger;
}

const SEEN: Observed = {
  reads: ['AA1N', 'AA2Z', 'AA3N', 'AA5L'].map((plate) => ({ id: `id-${plate}`, plate })),
  pictures: new Set(['id-AA3N']),
  alerts: [{ id: '7', transit: 'id-AA2Z', verifiedAt: AT, outcomeAt: null }],
  entries: new Map([
    ['AA91L', 'v0'],
    ['AA92L', 'v1'],
  ]),
  logged: new Set(['AA91L', 'AA92L']),
  notes: [{ text: 'AA nota 0', transit: 'id-AA1N' }],
};
const find = (more: Partial<Observed>): readonly string[] =>
  compareRound(buildLedger(), { ...SEEN, ...more }).map(({ what, how }) => `${what} ${how}`);

test('what was acknowledged and is there, and what got no answer and is there or not, is no loss', () => {
  expect(find({})).toEqual([]);
  const late = { id: 'id-AA4Z', plate: 'AA4Z' };
  const alert = { id: '8', transit: 'id-AA4Z', verifiedAt: null, outcomeAt: null };
  expect(find({ reads: [...SEEN.reads, late], alerts: [...SEEN.alerts, alert] })).toEqual([]);
  expect(find({ entries: new Map([...SEEN.entries, ['AA92L', 'v0']]) })).toEqual([]);
});

test('a read that is missing, there twice, or that nobody sent is found', () => {
  expect(find({ reads: SEEN.reads.filter(({ plate }) => plate !== 'AA1N') })).toEqual(['read lost']);
  expect(find({ reads: [...SEEN.reads, { id: 'other', plate: 'AA1N' }] })).toEqual(['read doubled']);
  expect(find({ reads: [...SEEN.reads, { id: 'other', plate: 'AA9N' }] })).toEqual(['read doubled']);
});

test('a read without its alert is half, also when nobody was told that it is stored', () => {
  expect(find({ reads: [...SEEN.reads, { id: 'id-AA4Z', plate: 'AA4Z' }] })).toEqual(['alert half']);
  expect(find({ alerts: [] })).toEqual(['alert lost', 'decision lost']);
  expect(find({ alerts: [...SEEN.alerts, ...SEEN.alerts] })).toEqual(['alert doubled']);
});

test('pictures, list changes, log entries, decisions and notes that are missing or undone are found', () => {
  expect(find({ pictures: new Set() })).toEqual(['picture lost']);
  expect(find({ entries: new Map([...SEEN.entries, ['AA91L', 'old']]) })).toEqual(['list lost']);
  expect(find({ entries: new Map([...SEEN.entries, ['AA93L', 'v0']]) })).toEqual(['list lost', 'log half']);
  expect(find({ logged: new Set(['AA91L']) })).toEqual(['log half']);
  expect(find({ alerts: SEEN.alerts.map((one) => ({ ...one, verifiedAt: null })) })).toEqual(['decision lost']);
  expect(find({ notes: [] })).toEqual(['note lost']);
  expect(find({ notes: [...SEEN.notes, ...SEEN.notes] })).toEqual(['note doubled']);
});
