import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { expect, it } from 'vitest';
import { createBlacklistEntry } from '../../../test/blacklist-entry.ts';
import { findConflicts, type ListedEntry, mergeRows, formatOrder } from './merged-list.ts';

const createRow = (plant: number, targa: string, more: Partial<BlacklistEntry> = {}): ListedEntry => ({
  entry: createBlacklistEntry({ id: plant * 100, uuid: '', targa, username: '', ...more }),
  peerId: plant,
  credentialId: `c${plant}`,
  peerLabel: `Impianto ${plant}`,
  peerCode: `I${plant}`,
  peerUrl: '',
});
const ORDER = { field: 'targa', isDescending: false } as const;
const listPlates = (rows: readonly ListedEntry[]) => rows.map(({ entry }) => entry.targa);

it('BLK-09 BLK-33 shows only what surely stands in its place, and says who must be asked on', () => {
  const one = { credentialId: 'c1', rows: [createRow(1, 'A'), createRow(1, 'M')], hasMore: true };
  const two = { credentialId: 'c2', rows: [createRow(2, 'B'), createRow(2, 'Z')], hasMore: true };
  const merged = mergeRows([one, two], ORDER);
  expect(listPlates(merged.rows)).toEqual(['A', 'B', 'M']);
  expect(merged.next).toEqual(['c1', 'c2']);
  const whole = mergeRows(
    [
      { ...one, hasMore: false },
      { ...two, hasMore: false },
    ],
    ORDER,
  );
  expect([listPlates(whole.rows), whole.next]).toEqual([['A', 'B', 'M', 'Z'], []]);
  const down = [one, { ...two, hasMore: false }].map((plant) => ({ ...plant, rows: plant.rows.toReversed() }));
  expect(listPlates(mergeRows(down, { ...ORDER, isDescending: true }).rows)).toEqual(['Z', 'M', 'B', 'A']);
  expect(formatOrder({ field: 'data_scadenza', isDescending: true })).toBe('-data_scadenza');
});

it('BLK-13 conflicts between sources are told field by field', () => {
  const rows = [
    createRow(1, 'AB123CD', { note1: 'uno', marca: 'FIAT' }),
    createRow(2, 'AB123CD', { note1: 'due', marca: 'FIAT' }),
    createRow(2, 'ZZ'),
  ];
  const found = findConflicts(rows);
  expect([...found.keys()]).toEqual(['AB123CD']);
  expect([...(found.get('AB123CD') ?? [])]).toEqual([['note1', ['I1 uno', 'I2 due']]]);
  expect(findConflicts([createRow(1, 'A', { note1: 'x' }), createRow(1, 'A', { note1: 'y' })]).size).toBe(0);
  expect(findConflicts([createRow(1, 'A', { note1: 'x' }), createRow(2, 'A', { note1: '' })]).size).toBe(0);
});
