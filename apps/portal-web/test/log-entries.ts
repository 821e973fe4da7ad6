import type { AuditLogEntry } from '@varco/contract/audit-log.ts';

export const TEST_ROOT = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
export const TEST_SHA256 = 'ab'.repeat(32);
export const TEST_EXPORT = '0e8f0000-0000-4000-8000-000000000001';

/** An entry of a log under the case 9051/2026. */
export const createLogEntry = (seq: number, more: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  ...{ epoch: 1, seq, at: `2026-11-20T10:${String(seq).padStart(2, '0')}:00.000Z`, action: 'transits.search' },
  ...{ outcome: 'ok', count: 12, bytes: null, detail: { filter: { f_targa: 'GK5*' } } },
  actor: { kind: 'user', id: null, name: 'rossi', group: 'fdo', level: 5 },
  from: { ip: '192.0.2.7', client: '0.9.375' },
  reason: { code: 'judicial-police', case: '9051/2026', text: 'ricerca del veicolo' },
  hash: `hash${seq}`.padEnd(43, 'x'),
  ...more,
});

/** Newest first: what a person did in a case, on two days. */
export const TEST_RECORD: readonly AuditLogEntry[] = [
  createLogEntry(9, {
    ...{ action: 'exports.deliver', count: 3, bytes: 4_100 },
    detail: { export: TEST_EXPORT, pictures: 2, sha256: TEST_SHA256 },
  }),
  createLogEntry(8, { action: 'transits.add-note', count: 1, detail: { id: '7', plate: 'GK508RB', tags: ['danno'] } }),
  createLogEntry(7, { action: 'transits.read', count: 1, detail: { id: '7', plate: 'GK508RB' } }),
  createLogEntry(6, { at: '2026-11-19T10:06:00.000Z' }),
];
