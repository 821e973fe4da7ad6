import { describe, expect, it } from 'vitest';
import {
  type ExportMarks,
  type EstimateFacts,
  getEstimateStatus,
  isActiveExport,
  isExportAllowed,
  isUnseenExport,
  getOperationStatus,
  getReceptionLabel,
  setWithContextImages,
  setWithImages,
} from './export-status.ts';
import { EXPORT_POLL_MS, MAX_SAVED_EXPORTS } from './saved-exports.ts';

const marks = (change: Partial<ExportMarks> = {}): ExportMarks => ({
  failed: false,
  interrupted: false,
  timed_out: false,
  completed: false,
  finished: false,
  started: '2026-11-20T12:00:00.000Z',
  ...change,
});
const ALL = { failed: true, interrupted: true, timed_out: true, completed: true, finished: true };

describe('the state of an export', () => {
  it.each([
    ['nothing is known', null, 0],
    ['nobody has begun', marks({ started: null }), 1],
    ['it runs', marks(), 2],
    ['all marks: failed comes first', marks(ALL), 4],
    ['then interrupted', marks({ ...ALL, failed: false }), 5],
    ['then timed out', marks({ ...ALL, failed: false, interrupted: false }), 6],
    ['then completed', marks({ completed: true, finished: true }), 3],
    ['finished alone is incomplete', marks({ finished: true }), 7],
  ] as const)('EXP-15 EXP-16 %s', (_name, input, expected) => {
    expect(getOperationStatus(input)).toBe(expected);
  });

  it('EXP-17 the reception: waiting has its word only below a completed export', () => {
    expect(getReceptionLabel(0, 3)).toBe('waiting');
    expect(([0, 1, 2, 4, 5, 6, 7] as const).map((parent) => getReceptionLabel(0, parent))).toEqual(
      Array(7).fill('none'),
    );
    expect(([1, 2, 3, 4] as const).map((reception) => getReceptionLabel(reception, 2))).toEqual([
      'starting',
      'running',
      'completed',
      'error',
    ]);
  });

  it('EXP-13 active: no mark of an end, not direct, of this person', () => {
    const saved = { user_id: 7, notified: false, progress: marks(), direct_export_config: null };
    expect(isActiveExport(saved, 7)).toBe(true);
    expect(isActiveExport({ ...saved, progress: null }, 7)).toBe(true);
    expect(isActiveExport(saved, 8)).toBe(false);
    expect(isActiveExport({ ...saved, direct_export_config: {} }, 7)).toBe(false);
    for (const mark of Object.keys(ALL))
      expect(isActiveExport({ ...saved, progress: marks({ [mark]: true }) }, 7), mark).toBe(false);
  });

  it('EXP-14 unseen until it is marked as told', () => {
    expect([false, true].map((notified) => isUnseenExport({ notified }))).toEqual([true, false]);
  });

  it('EXP-26 asked every five seconds; ten are kept', () => {
    expect([EXPORT_POLL_MS, MAX_SAVED_EXPORTS]).toEqual([5_000, 10]);
  });
});

const facts = (change: Partial<EstimateFacts> = {}): EstimateFacts => ({
  isForce: true,
  isLoading: false,
  estimate: { count: 5, limit_reached: false },
  ...change,
});
const counted = (count: number, isOver = false) => ({ count, limit_reached: isOver });

describe('estimates', () => {
  it.each([
    [facts({ isLoading: true }), 'loading'],
    [facts({ estimate: null }), 'error'],
    [facts({ estimate: counted(9, true) }), 'limit'],
    [facts(), 'count'],
    [facts({ estimate: counted(0) }), 'zero'],
    [facts({ isForce: false, estimate: counted(0) }), 'error'],
  ] as const)('EXP-22 EXP-30 the state of a plant %#', (input, expected) => {
    expect(getEstimateStatus(input)).toBe(expected);
  });

  it.each([
    ['one plant with transits', [facts()], true],
    ['an error beside it', [facts(), facts({ estimate: null })], true],
    ['nothing in all', [facts({ estimate: counted(0) })], false],
    ['no plant', [], false],
    ['only plants without force rights', [facts({ isForce: false })], false],
    ['one over the limit', [facts(), facts({ estimate: counted(9, true) })], false],
    ['one still loading', [facts(), facts({ isLoading: true })], false],
    [
      'one without rights over the limit takes no part',
      [facts(), facts({ isForce: false, estimate: counted(9, true) })],
      true,
    ],
  ] as const)('EXP-23 EXP-29 %s', (_name, plants, expected) => {
    expect(isExportAllowed(plants)).toBe(expected);
  });
});

describe('options', () => {
  const all = { withImages: true, withContextImages: true, notes: 'x', watermark: 'Procura' };
  it('EXP-24 without pictures neither context pictures nor watermark', () => {
    expect(setWithImages(all, false)).toEqual({
      withImages: false,
      withContextImages: false,
      notes: 'x',
      watermark: '',
    });
    expect(setWithContextImages(setWithImages(all, false), true).withContextImages).toBe(false);
    expect(setWithContextImages(setWithImages(setWithImages(all, false), true), true).withContextImages).toBe(true);
  });
});
