import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { searchTransits, TransitPage, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import type { InsertedRead, NewRead } from '../features/ingest/new-read.ts';
import { NOW, startTestPlant, type TestPlant } from './test-plant.ts';

const MINUTE = 60_000;
export const isoMinutesAgo = (minutes: number): string => toIsoInstant(parseInstantMs(NOW) - minutes * MINUTE);
const FULL = 'a'.repeat(64);
/** Six reads, newest first: one plate at three gates, another plate, and one read past retention. */
const READS: readonly NewRead[] = [
  {
    gate: 1,
    plate: 'AB123CD',
    at: isoMinutesAgo(1),
    insured: 'no',
    inspected: 'si',
    stolen: 'si',
    alarm: 'si',
    sives: 'A1',
    pictures: { full: FULL, plate: FULL, context: FULL },
    confidenceChars: [99],
    insuredUntil: '2026-11-01',
  },
  { gate: 2, plate: 'AB123CD', at: isoMinutesAgo(50), nation: 'I', speed: 87 },
  { gate: 3, plate: 'AB123CD', at: isoMinutesAgo(70) },
  { gate: 3, plate: 'EF456GH', at: isoMinutesAgo(80), pictures: { full: FULL } },
  { gate: 1, plate: 'AB123CD', at: isoMinutesAgo(2 * 24 * 60) },
  { gate: 1, plate: 'AB123CD', at: isoMinutesAgo(95 * 24 * 60) },
];

export interface TransitsFixture {
  readonly plant: TestPlant;
  /** Id of the read at this index. */
  readonly id: (index: number) => string;
  search(filter: TransitFilter, user?: string): Promise<TransitPage>;
}

/** Starts a plant with these reads for the tests of a file, with all users signed in; the audit log is cleared before each test. */
export function useTransitsFixture(): TransitsFixture {
  let plant: TestPlant;
  let stored: readonly InsertedRead[] = [];
  beforeAll(async () => {
    plant = await startTestPlant();
    stored = await insertReads(plant.deps.store, READS);
    // Signed in beforehand, so that each test sees only the audit entries of its own calls.
    for (const user of ['operatore', 'comune', 'quattro', 'limitato', 'breve', 'oscurato', 'amministratore'])
      await plant.token(user);
  });
  afterAll(() => plant.close());
  beforeEach(() => {
    plant.audit.records.length = 0;
  });
  return {
    get plant() {
      return plant;
    },
    id: (index) => stored[index]?.id ?? '',
    search: async (filter, user = 'operatore') =>
      TransitPage.parse((await plant.call(searchTransits, { body: filter }, user)).body),
  };
}

export const parseError = (body: unknown) => ErrorEnvelope.parse(body).error;
