import { statistics } from '@varco/contract/plant/statistics.ts';
import { addDays, parseInstantMs, romeDayStart, toIsoInstant } from '@varco/domain/time/rome.ts';
import { expect } from 'vitest';
import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import type { NewRead } from '../features/ingest/new-read.ts';
import { updateGateDays } from '../features/statistics/update-gate-days.ts';
import { NOW, startTestPlant, type TestPlant } from './test-plant.ts';

export const TODAY = '2026-11-20';
/** An hour of a day that many days ago. */
export const dayAt = (back: number, hour: number): string =>
  toIsoInstant(romeDayStart(addDays(TODAY, -back)) + hour * 3_600_000);
/** Whole days, from one that many days ago to another. */
export const period = (first: number, last: number) => ({
  dal: dayAt(first, 0),
  al: toIsoInstant(parseInstantMs(dayAt(last, 24)) - 1),
});
/** Three days before today, and today until the current time. */
export const WEEK = period(3, 0);

/** Reads of three gates within the week. */
export const READS: readonly NewRead[] = [
  {
    gate: 1,
    plate: 'AB001CD',
    at: dayAt(3, 9),
    nation: 'I',
    vehicleClass: 'car',
    euro: 5,
    insured: 'si',
    inspected: 'si',
    stolen: 'no',
  },
  {
    gate: 1,
    plate: 'AB001CD',
    at: dayAt(2, 9),
    nation: 'I',
    vehicleClass: 'car',
    euro: 5,
    insured: 'no',
    inspected: 'si',
    stolen: 'no',
  },
  {
    gate: 2,
    plate: 'AB001CD',
    at: dayAt(2, 10),
    nation: 'I',
    vehicleClass: 'car',
    euro: 5,
    insured: 'no',
    inspected: 'no',
    stolen: 'no',
  },
  {
    gate: 1,
    plate: 'M1234',
    at: dayAt(2, 11),
    nation: 'D',
    vehicleClass: 'heavy_truck',
    insured: '--',
    inspected: '--',
  },
  {
    gate: 2,
    plate: 'AB002CD',
    at: dayAt(1, 8),
    nation: 'I',
    vehicleClass: 'van',
    euro: 2,
    insured: 'si',
    inspected: 'si',
    stolen: 'si',
  },
  {
    gate: 2,
    plate: 'AB003CD',
    at: dayAt(1, 8.5),
    nation: 'I',
    vehicleClass: 'van',
    euro: 2,
    insured: 'si',
    inspected: 'si',
    alarm: 'rub',
  },
  { gate: 3, plate: 'AB004CD', at: dayAt(0, 7), alarm: 'si' },
  { gate: 3, plate: 'AB001CD', at: dayAt(0, 8), nation: 'I', vehicleClass: 'spaceship' },
].map((read) => ({ ...read }) as NewRead);

/** A plant with these reads. */
export async function startStatisticsPlant(): Promise<TestPlant> {
  const plant = await startTestPlant({});
  await insertReads(plant.deps.store, READS);
  return plant;
}

/** The figures of a plant, and the days its job counts. */
export function createStatisticsClient(plantOf: () => TestPlant) {
  const ask = (body: object, user?: string) => plantOf().callRaw(statistics, { body }, user);
  const fetchResult = async (body: object, user = 'operatore') => {
    const answer = await ask(body, user);
    expect(answer.status).toBe(200);
    return answer.body as Record<string, never>;
  };
  /** Counts the days that are over, as the job does; returns how many. */
  const countDays = () =>
    updateGateDays(plantOf().deps.store.runner, parseInstantMs(NOW), new AbortController().signal, false);
  return { ask, fetchResult, countDays };
}
