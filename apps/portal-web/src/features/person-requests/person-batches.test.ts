import type { PersonRequest } from '@varco/contract/plant/person-requests.ts';
import { expect, test } from 'vitest';
import { buildPersonRequest } from '../../../test/person-request-responses.ts';
import { countDays, groupRequests, type RequestPart } from './person-batches.ts';

const part = (peerId: number, lotto: string, more: Partial<PersonRequest> = {}): RequestPart => ({
  peerId,
  request: { ...buildPersonRequest(), lotto, ...more },
});

test('open requests stand by the day they are due, closed ones after them, and parts of plants together', () => {
  const closed = { stato: 'answered', scadenza: '2026-01-01' } as const;
  const batches = groupRequests([
    part(1, 'c', closed),
    part(1, 'b', { scadenza: '2026-12-20' }),
    part(1, 'a', { scadenza: '2026-12-10' }),
    part(2, 'b', { scadenza: '2026-12-01', stato: 'open' }),
    part(2, 'a', closed),
  ]);
  expect(batches.map(({ key, due, parts, open }) => [key, due, parts.length, open.length])).toEqual([
    ['b', '2026-12-01', 2, 2],
    ['a', '2026-12-10', 2, 1],
    ['c', '2026-01-01', 1, 0],
  ]);
});

test('days are counted over the change to summer time', () => {
  expect([countDays('2026-03-28', '2026-03-30'), countDays('2026-11-20', '2026-11-18')]).toEqual([2, -2]);
});
