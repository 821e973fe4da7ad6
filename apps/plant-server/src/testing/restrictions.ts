import { addHold } from '@varco/contract/plant/holds.ts';
import { writeRestrictionNotice } from '@varco/contract/plant/person-restrictions.ts';
import { countTransits, searchTransits } from '@varco/contract/plant/transits.ts';
import { expect } from 'vitest';
import { insertReads } from '../features/ingest/insert-reads.repository.ts';
import type { NewRead } from '../features/ingest/new-read.ts';
import { createRequestClient } from './person-requests.ts';
import { REASON, type TestPlant } from './test-plant.ts';

/** The calls about requests of people, with what a test of restrictions stores, limits and counts. */
export function createRestrictionClient(plantOf: () => TestPlant) {
  const requests = createRequestClient(plantOf);
  const store = (...reads: NewRead[]) => insertReads(plantOf().deps.store, reads);
  const readNotice = async (id: string) => writeRestrictionNotice.response.parse((await requests.notice(id)).body);
  /** What the searches of a user find of a plate. */
  async function countFound(plate: string): Promise<readonly number[]> {
    const body = { f_targa: plate, page_size: 50, p: 1 };
    const page = await plantOf().call(searchTransits, { body }, 'operatore', REASON);
    const counted = await plantOf().call(countTransits, { query: { f_targa: plate } }, 'operatore', REASON);
    expect([page.status, counted.status]).toEqual([200, 200]);
    return [searchTransits.response.parse(page.body).objects.length, countTransits.response.parse(counted.body).count];
  }
  async function hold(plate: string, more: { readonly dal?: string } = {}): Promise<void> {
    const body = { targhe: [plate], motivo: 'indagine', atto: 'decreto 10', ...more };
    expect((await plantOf().call(addHold, { body }, 'amministratore', REASON)).status).toBe(200);
  }
  /** Transits that a request restricted and has not put back. */
  const readStored = async (request: string): Promise<number> =>
    (
      await plantOf().pool.query<{ n: number }>(
        'select count(*)::int as n from restricted_transit where request = $1',
        [request],
      )
    ).rows[0]?.n ?? 0;
  return { ...requests, store, readNotice, countFound, hold, readStored };
}
