import { toIsoInstant, toRomeDay } from '@varco/domain/time/rome.ts';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { CopyFile } from './copy-file.ts';
import { type BenchRow, type DataSpec, Traffic } from './traffic.ts';

const SPEC: DataSpec = { seed: 5, rows: 120_000, gates: 100, days: 60, firstDay: '2026-09-02' };
type CopiedRow = Readonly<BenchRow>;

const collectRows = (spec: DataSpec, days: readonly number[]): readonly CopiedRow[] => {
  const traffic = new Traffic(spec);
  return days.flatMap((day) => Array.from(traffic.day(day), (row) => ({ ...row })));
};

describe('generated transits', () => {
  let rows: readonly CopiedRow[] = [];
  let counts: readonly number[] = [];
  beforeAll(() => {
    rows = collectRows(
      SPEC,
      Array.from({ length: SPEC.days }, (_, i) => i),
    );
    const byPlate = new Map<string, number>();
    for (const { plate } of rows) byPlate.set(plate, (byPlate.get(plate) ?? 0) + 1);
    counts = [...byPlate.values()].sort((a, b) => b - a);
  });

  const shareOfRows = (isOne: (row: CopiedRow) => boolean): number => rows.filter(isOne).length / rows.length;
  const shareOfTop = (part: number): number =>
    counts.slice(0, Math.round(counts.length * part)).reduce((a, b) => a + b, 0) / rows.length;

  test('the same seed gives the same rows, another seed others', () => {
    const days = [3, 40];
    expect(collectRows(SPEC, days)).toEqual(collectRows(SPEC, days));
    expect(collectRows({ ...SPEC, seed: 6 }, days)[0]).not.toEqual(collectRows(SPEC, days)[0]);
    expect(collectRows(SPEC, [40])).toEqual(
      collectRows(SPEC, days).filter(({ ms }) => ms >= Date.parse('2026-10-11T22:00Z')),
    );
  });

  test('as many rows as asked, in the order of time, each on its own Rome day', () => {
    expect(Math.abs(rows.length / SPEC.rows - 1)).toBeLessThan(0.06);
    expect(rows.every((row, i) => row.ms >= (rows[i - 1]?.ms ?? 0))).toBe(true);
    expect(new Set(rows.filter((_, i) => i % 50 === 0).map(({ ms }) => toRomeDay(ms))).size).toBe(SPEC.days);
    expect(toIsoInstant(rows[0]?.ms ?? 0) > '2026-09-01T22:00').toBe(true);
    expect(new Set(rows.map(({ gate }) => gate))).toEqual(new Set(Array.from({ length: 100 }, (_, i) => i + 1)));
  });

  test('plates are spread as measured on real roads: few are seen all the time, most hardly ever', () => {
    expect(counts[counts.length >> 1]).toBeGreaterThanOrEqual(2);
    expect(counts[counts.length >> 1]).toBeLessThanOrEqual(4);
    expect(shareOfTop(0.01)).toBeGreaterThan(0.24);
    expect(shareOfTop(0.01)).toBeLessThan(0.36);
    expect(shareOfTop(0.1)).toBeGreaterThan(0.6);
    expect(shareOfTop(0.1)).toBeLessThan(0.78);
  });

  test('shares of foreign plates, dangerous goods and misreads', () => {
    const foreign = shareOfRows(({ vehicle }) => vehicle.nation > 1);
    const adr = shareOfRows(({ vehicle }) => vehicle.adrUn > 0);
    const misread = shareOfRows(({ plate, vehicle }) => plate !== vehicle.plate);
    expect([foreign > 0.05, foreign < 0.1]).toEqual([true, true]);
    expect([adr > 0.0005, adr < 0.006]).toEqual([true, true]);
    expect([misread > 0.013, misread < 0.018]).toEqual([true, true]);
  });

  test('rows become what the plant itself would have stored: ids, instants and plates', () => {
    const file = new CopyFile(100_000);
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('no rows');
    file.add(first);
    file.add(second);
    const bytes = file.take();
    const at = 19 + 2 + 4;
    expect(bytes.readBigInt64BE(at).toString()).toBe(buildTransitId(first.gate, first.plate, first.ms));
    expect(Number(bytes.readBigInt64BE(at + 12) / 1000n) + Date.UTC(2000, 0, 1)).toBe(first.ms);
    expect(bytes.includes(second.plate)).toBe(true);
    expect(bytes.readInt16BE(bytes.length - 2)).toBe(-1);
  });
});
