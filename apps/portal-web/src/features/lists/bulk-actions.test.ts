import { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { describe, expect, it } from 'vitest';
import { createTestEntry } from '../../../test/blacklist-responses.ts';
import {
  type BulkAction,
  copyEntry,
  disableEntry,
  extendEntry,
  findSkipReason,
  groupResults,
  toWhitelistEntry,
} from './bulk-actions.ts';
import type { ListedEntry } from './merged-list.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const row = (change: Partial<BlacklistEntry> = {}, peerId = 1): ListedEntry => ({
  entry: BlacklistEntry.parse({ ...createTestEntry(0), data_scadenza: '2027-01-01T22:59:59.999Z', ...change }),
  peerId,
  credentialId: `c${peerId}`,
  peerLabel: `Impianto ${peerId}`,
  peerCode: `P${peerId}`,
  peerUrl: '',
});

describe('what an action leaves as it is', () => {
  const disable: BulkAction = { kind: 'disable' };
  const extend: BulkAction = { kind: 'extend', day: '2027-03-01' };
  const toPlant: BulkAction = { kind: 'move', target: { list: 'blacklist', credentialId: 'c2' } };
  const toWhitelist: BulkAction = { kind: 'move', target: { list: 'whitelist', reason: 'mezzo di servizio' } };
  it.each([
    ['an entry of others', { modificabile: false }, extend, 'readOnly'],
    ['a disabled entry', { abilitata: false }, disable, 'already'],
    ['a share', { reserved: true, reserved_slave: true }, extend, 'shared'],
    ['a share that is disabled', { reserved: true, reserved_slave: true }, disable, null],
    ['a reserved entry that would move', { reserved: true, reserved_master: true }, toPlant, 'reserved'],
    ['an expired entry that would move', { data_scadenza: '2026-11-01T22:59:59.999Z' }, toPlant, 'expired'],
    ['an expired entry that is extended', { data_scadenza: '2026-11-01T22:59:59.999Z' }, extend, null],
    ['a pattern for the whitelist', { targa: 'AB1*' }, toWhitelist, 'pattern'],
    ['a pattern for another plant', { targa: 'AB1*' }, toPlant, null],
    ['a plate for the whitelist', {}, toWhitelist, null],
  ] as const)('%s', (_name, change, action, expected) => {
    expect(findSkipReason(row(change), action, NOW)).toBe(expected);
  });

  it('an entry that is on the chosen plant', () => {
    expect(findSkipReason(row({}, 2), toPlant, NOW)).toBe('already');
  });
});

describe('what an entry becomes', () => {
  const entry = { mails: '!a@gdf.it', groupid: 5, interforze: true, note1: 'uno', ver: 3 };

  it('extending changes the day only; an expired entry is enabled by it', () => {
    const body = extendEntry(row(entry), '2027-03-01', NOW);
    expect(body).toMatchObject({ ...entry, data_scadenza: '2027-03-01T22:59:59.999Z', abilitata: true });
    const off = { ...entry, abilitata: false };
    expect(extendEntry(row(off), '2027-03-01', NOW)).toMatchObject({ abilitata: false });
    const expired = { ...off, data_scadenza: '2026-11-01T22:59:59.999Z' };
    expect(extendEntry(row(expired), '2027-03-01', NOW)).toMatchObject({ abilitata: true });
  });

  it('disabling changes nothing else', () => {
    const body = disableEntry(row(entry), NOW);
    expect(body).toMatchObject({ ...entry, abilitata: false, data_scadenza: '2027-01-01T22:59:59.999Z' });
  });

  it('on another plant it is a new entry, for the group of the user there, and not interforce', () => {
    const body = copyEntry(row(entry), 9, NOW);
    expect(body).toMatchObject({ mails: '!a@gdf.it', note1: 'uno', groupid: 9, interforze: false });
    expect(body).not.toHaveProperty('ver');
    expect(body).not.toHaveProperty('uuid');
    expect(copyEntry(row({ ...entry, groupid: null }), 9, NOW).groupid).toBeNull();
  });

  it('in the whitelist it silences the alerts of the blacklist until the same day', () => {
    expect(toWhitelistEntry(row(entry), ' mezzo di servizio ')).toEqual({
      targa: 'BL000AA',
      allarmi: ['blacklist'],
      motivo: 'mezzo di servizio',
      abilitata: true,
      data_scadenza: '2027-01-01T22:59:59.999Z',
    });
  });
});

it('results are told plant by plant, what failed with its reason', () => {
  const [a, b, c] = [row({}, 2), row({}, 1), row({ targa: 'ZZ999ZZ' }, 2)];
  expect(
    groupResults([
      { row: a, outcome: 'done' },
      { row: b, outcome: 'done' },
      { row: c, outcome: 'duplicate' },
    ]),
  ).toEqual([
    { credentialId: 'c1', peerLabel: 'Impianto 1', done: 1, others: [] },
    { credentialId: 'c2', peerLabel: 'Impianto 2', done: 1, others: [{ row: c, outcome: 'duplicate' }] },
  ]);
});
