import { AUDIT_ACTIONS, SERVER_ACTIONS } from '@varco/contract/audit-actions.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test } from 'vitest';
import { createLogEntry, TEST_EXPORT, TEST_RECORD, TEST_SHA256 } from '../../../test/log-entries.ts';
import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';
import { describeEntry } from './entry-words.ts';
import { listExportedParts, listRecordedTransits } from './record-contents.ts';
import { countKinds, filterRecord, findKind, listPeople, WHOLE_RECORD } from './record-kinds.ts';

const rows: readonly SourcedEntry[] = TEST_RECORD.map((entry) => ({ source: 'c1', entry }));
const { t } = createI18n('it');
const describe = (action: string, detail: SourcedEntry['entry']['detail']): string =>
  describeEntry(t, { source: 'c1', entry: createLogEntry(1, { action, detail }) });

test('every action that works with transits has a kind of its own, not that of the rest', () => {
  const subjects = ['accomplices', 'alerts', 'analysis', 'approvals', 'blacklist', 'exports', 'lookups', 'suspects'];
  const worked = [...AUDIT_ACTIONS, ...SERVER_ACTIONS].filter((action) =>
    subjects.includes(action.split('.')[0] ?? ''),
  );
  expect(worked.length).toBeGreaterThan(40);
  expect(worked.filter((action) => findKind(action) === 'other')).toEqual([]);
  expect(['transits.search', 'transits.read', 'transits.picture', 'transits.add-note'].map(findKind)).toEqual([
    'search',
    'open',
    'picture',
    'note',
  ]);
  expect(findKind('an-action.of-tomorrow')).toBe('other');
});

test('kinds are counted in their order, and the filters for kind, person and plant all restrict', () => {
  const colleague = {
    source: 'c2',
    entry: createLogEntry(1, { actor: { ...createLogEntry(1).actor, name: 'bianchi' } }),
  };
  const all = [...rows, colleague];
  expect(countKinds(all)).toEqual([
    ['search', 2],
    ['open', 1],
    ['note', 1],
    ['export', 1],
  ]);
  expect(listPeople(all)).toEqual(['bianchi', 'rossi']);
  expect(filterRecord(all, WHOLE_RECORD)).toEqual(all);
  expect(filterRecord(all, { kind: 'search', person: 'bianchi', source: null })).toEqual([colleague]);
  expect(filterRecord(all, { kind: 'search', person: 'bianchi', source: 'c1' })).toEqual([]);
});

test('a refused analysis says why in words; a code of a later version stays as it is', () => {
  expect(describe('suspects.search', { code: 'no_perms', sub_code: 'gate_not_allowed' })).toMatch(
    /Permessi insufficienti; .*: Il varco non è tra quelli assegnati al tuo utente$/,
  );
  expect(describe('suspects.search', { code: 'of_tomorrow' })).toMatch(/of_tomorrow$/);
});

test('an exported part has the hash that the plant recorded; an erased detail leaves it out', () => {
  const erased = createLogEntry(2, { action: 'exports.deliver', outcome: 'partial', detail: null });
  expect(listExportedParts([...rows, { source: 'c2', entry: erased }])).toMatchObject([
    { export: TEST_EXPORT, source: 'c1', transits: 3, pictures: 2, bytes: 4_100, sha256: TEST_SHA256, isWhole: true },
    { source: 'c2', sha256: null, isWhole: false },
  ]);
});

test('a transit that was opened and noted is one; a refused opening and a searched one are none', () => {
  const refused = createLogEntry(2, { action: 'transits.read', outcome: 'denied', detail: { id: '8' } });
  expect(listRecordedTransits([...rows, { source: 'c1', entry: refused }])).toEqual([
    { source: 'c1', id: '7', plate: 'GK508RB', at: TEST_RECORD[1]?.at, hasNote: true },
  ]);
});

test.each([
  ['transits.search', { filter: { f_targa: 'GK5*' } }, 'Ricerca di transiti · Targa GK5* · intero database'],
  ['transits.search', { filter: {} }, 'Ricerca di transiti · tutti i transiti · intero database'],
  ['transits.search', { filter: { f_targa: 7 } }, 'Ricerca di transiti'],
  [
    'transits.add-note',
    { id: '7', plate: 'GK508RB', tags: ['danno', 'furgone'] },
    'Nota su un transito · GK508RB · danno, furgone',
  ],
  ['lookups.run', { key: 'GK508RB' }, 'Visura · GK508RB'],
  ['blacklist.insert', { after: { plate: 'GK508RB' } }, 'Voce di blacklist inserita · GK508RB'],
  ['alerts.end', { plate: 'GK508RB', outcome: 'misread' }, 'Allarme chiuso · GK508RB · Lettura errata'],
  ['approvals.decide', { decision: 'refused', note: 'non serve' }, 'Consenso dato o negato · negata · non serve'],
  ['exports.deliver', { export: TEST_EXPORT }, 'Consegna di un’esportazione · esportazione 0e8f0000'],
  ['transits.read', null, 'Apertura di un transito'],
] as const)('%s of %j in words', (action, detail, words) => {
  expect(describe(action, detail === null ? null : (structuredClone(detail) as SourcedEntry['entry']['detail']))).toBe(
    words,
  );
});
