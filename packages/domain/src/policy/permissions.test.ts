import { describe, expect, it } from 'vitest';
import { canActOnPlant, hasLevel } from './permissions.ts';

describe('the permission check of T 6', () => {
  it.each([
    [4, false],
    [5, true],
    [99, true],
    [100, false],
  ])('TPERM-02 without bounds it passes from 5 to 99: %i %s', (level, expected) => {
    expect(hasLevel([{ level }])).toBe(expected);
  });

  it('TPERM-02 the caller can set one bound and keep the other', () => {
    expect(hasLevel([{ level: 3 }], { min: 3 })).toBe(true);
    expect(hasLevel([{ level: 2 }], { min: 3 })).toBe(false);
    expect(hasLevel([{ level: 9 }], { max: 8 })).toBe(false);
    expect(hasLevel([{ level: 4 }], { max: 8 })).toBe(false);
  });

  it('TPERM-02 TPERM-03 one entry that passes is enough, and nobody passes without any', () => {
    expect(hasLevel([{ level: 1 }, { level: 6 }, { level: 2 }])).toBe(true);
    expect(hasLevel([{ level: 1 }, { level: 2 }])).toBe(false);
    expect(hasLevel([])).toBe(false);
    expect(hasLevel([{ level: 7 }, { level: 5, canManageUsers: true }], { managesUsers: true })).toBe(true);
  });

  it.each([
    [4, false, false],
    [4, true, false],
    [5, false, false],
    [5, true, true],
    [7, false, false],
    [7, true, true],
    [8, false, true],
    [8, true, true],
    [9, false, true],
  ])('TPERM-03 TPERM-06 level %i with can_manage_users %s: %s', (level, canManageUsers, expected) => {
    expect(hasLevel([{ level, canManageUsers }], { managesUsers: true })).toBe(expected);
  });

  it.each([1, 5, 8, 99])('TPERM-04 "mono" is never satisfied: level %i', (level) => {
    expect(hasLevel([{ level, canManageUsers: true }], { mono: true })).toBe(false);
    expect(hasLevel([{ level, canManageUsers: true }], { mono: true, managesUsers: true, min: 0 })).toBe(false);
  });

  it.each([
    [4, 'plant.level'],
    [5, null],
    [8, null],
    [9, 'plant.level'],
  ])('TPERM-01 plant-bound actions take level 5 to 8: %i', (level, expected) => {
    expect(canActOnPlant({ level, group: 'fdo' })).toBe(expected);
  });

  it('TPERM-05 the same person may act on one plant and not on another', () => {
    const levels = { a: 5, b: 2 };
    expect(canActOnPlant({ level: levels.a, group: 'fdo' })).toBeNull();
    expect(canActOnPlant({ level: levels.b, group: 'fdo' })).toBe('plant.level');
  });
});
