import { expect, test } from 'vitest';
import { estimateSizing, type MeasuredCost } from './estimate.ts';

const COST: MeasuredCost = {
  storedTransits: 3_000_000,
  databaseBytesPerTransit: 400,
  walBytesPerRead: 2_000,
  pictureBytesPerByte: 1.1,
  cpuMsPerRead: 2,
  cpuMsPerReadWithPictures: 10,
  cpuMsPerSearch: 20,
  idleCores: 0.05,
  plantMb: 300,
  postgresMb: 500,
};
const SITE = { transitsPerDay: 36_000, retentionDays: 30, pictureBytes: 0, searchesPerSecond: 0 };

test('the processor is sized for the busiest minutes, with what a read and a search cost', () => {
  // 36,000 a day are 3,600 in the busiest hour, 2 a second in its busiest minutes.
  expect(estimateSizing(COST, SITE).busyCores).toBeCloseTo(0.05 + 2 * 0.002);
  expect(estimateSizing(COST, { ...SITE, pictureBytes: 1 }).busyCores).toBeCloseTo(0.05 + 2 * 0.01);
  expect(estimateSizing(COST, { ...SITE, searchesPerSecond: 2 }).busyCores).toBeCloseTo(0.05 + 2 * 0.002 + 2 * 0.02);
});

test('the disk holds all transits of the retention, and their pictures', () => {
  expect(estimateSizing(COST, SITE)).toMatchObject({ databaseGb: 36_000 * 30 * 400e-9, picturesGb: 0 });
  expect(estimateSizing(COST, { ...SITE, pictureBytes: 100_000 }).picturesGb).toBeCloseTo(118.8);
});
