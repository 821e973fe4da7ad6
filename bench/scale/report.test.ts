import { expect, test } from 'vitest';
import { estimateBillion } from './billion.ts';
import type { EngineCosts } from './engine-costs.ts';
import { formatScaleTable } from './report.ts';

const ONE: EngineCosts = {
  engine: 'one PostgreSQL',
  classes: { history: { n: 60, p50: 4, p95: 8, max: 9 } },
  readsPerSecond: 3_000,
  singleReadsPerSecond: 600,
  readySeconds: 2,
  loadedSeconds: 3,
  plantMb: 370,
  databaseMb: 400,
  storedTransits: 1_000_000,
  diskBytes: { all: 330e6, transits: 119e6, transitIndexes: 141e6, others: 70e6 },
  cpuMsPerRead: 4,
  cpuMsPerSearch: 20,
  idleCores: 0.05,
};

test('each engine has its ratio to one PostgreSQL; what is not known is said', () => {
  const table = formatScaleTable([
    ONE,
    { ...ONE, engine: 'Citus cluster', readsPerSecond: 1_500, databaseMb: null, cpuMsPerRead: null },
    { ...ONE, engine: 'ClickHouse', classes: {}, loadedSeconds: null, diskBytes: { all: 33e6 } },
  ]);
  expect(table).toMatch(/reads\/s until durable, batches of 500 +3,000 +1,500 +0\.50 +3,000 +1\.00/);
  expect(table).toMatch(/memory of the database, MB +400 +unknown +- +400/);
  expect(table).toMatch(/history, p95 ms +8\.0 +8\.0 +1\.00 +unknown +-/);
  expect(table).toMatch(/disk, bytes a transit +330 +330 +1\.00 +33\.0 +0\.10/);
});

test('a billion transits in a year: 152 reads a second in the busiest minutes', () => {
  const needs = estimateBillion(ONE);
  expect(needs.databaseGb).toBeCloseTo(330);
  expect(needs.busyCores).toBeCloseTo(0.05 + 0.1522 * 4 + 0.2, 2);
  expect(estimateBillion({ ...ONE, cpuMsPerRead: null }).busyCores).toBeNull();
});
