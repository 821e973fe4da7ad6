import type { Approval } from '@varco/contract/plant/approvals.ts';
import { expect, test } from 'vitest';
import { nowMs, toInstant } from '../clock.ts';
import { findPlateSearch, listPlateApprovals, wasGranted } from './granted-approvals.ts';

const MINUTE_MS = 60_000;
const PERIOD = { f_startTime: '2026-06-01T00:00:00.000Z', f_endTime: '2026-07-01T00:00:00.000Z' };
const build = (more: Partial<Approval> = {}): Approval => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  lotto: '00000000-0000-4000-8000-0000000000b1',
  richiedente: 'agente',
  propria: true,
  richiesta_il: '2026-11-20T14:00:00.000Z',
  motivo: 'indagine',
  fascicolo: '77/2026',
  nota: 'denuncia di maggio',
  filtro: { f_targa: 'GK508RB', ...PERIOD },
  stato: 'granted',
  impedimento: null,
  deciso_da: 'ufficiale',
  deciso_il: '2026-11-20T14:01:00.000Z',
  nota_decisione: 'confermo',
  valida_fino: toInstant(nowMs() + 30 * MINUTE_MS),
  ...more,
});
const countFor = (one: Approval, plate = 'GK508RB'): number => listPlateApprovals([one], plate).length;
const search = (list: readonly Approval[], start: string | null, end: string | null) =>
  findPlateSearch(listPlateApprovals(list, 'GK508RB'), { start, end }, toInstant(nowMs()))?.search ?? null;

test('only own grants for exactly the plate count, in any case and with any paging', () => {
  expect(countFor(build())).toBe(1);
  expect(countFor(build({ filtro: { f_targa: ' gk508rb ', filtering: true, page_size: 50 } }))).toBe(1);
  expect(countFor(build(), 'GK508RC')).toBe(0);
  for (const filtro of [
    {},
    { f_targa: 'GK508R*' },
    { f_targa: 'GK508RB', f_varchi: [1] },
    { f_targa: 'GK508RB', f_allowed_plate_errors: 1 },
  ])
    expect(countFor(build({ filtro }))).toBe(0);
  expect(countFor(build({ propria: false }))).toBe(0);
  expect(countFor(build({ stato: 'open', deciso_da: null, valida_fino: null }))).toBe(0);
  expect([wasGranted(null), wasGranted(build({ stato: 'expired' }))]).toEqual([false, true]);
});

test('a track names the approval within its period, in the words of its question, and not beyond or after it', () => {
  const list = [build({ filtro: { f_targa: 'gk508rb', ...PERIOD } })];
  const { f_startTime: start, f_endTime: end } = PERIOD;
  const within = { f_targa: 'gk508rb', f_startTime: start, f_endTime: end, consenso: list[0]?.id };
  expect(search(list, start, end)).toEqual(within);
  expect(search(list, '2026-06-10T00:00:00.000Z', end)).toMatchObject({ f_startTime: '2026-06-10T00:00:00.000Z' });
  expect(search(list, null, end)).toBeNull();
  expect(search(list, start, null)).toBeNull();
  expect(search(list, '2026-05-31T00:00:00.000Z', end)).toBeNull();
  expect(search([build({ valida_fino: toInstant(nowMs() - MINUTE_MS) })], start, end)).toBeNull();
  expect(search([build({ filtro: { f_targa: 'GK508RB' } })], null, null)).toMatchObject({ f_targa: 'GK508RB' });
});
