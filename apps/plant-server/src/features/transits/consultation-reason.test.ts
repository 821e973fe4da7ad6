import { afterAll, beforeAll, expect, it } from 'vitest';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { getTransit } from '@varco/contract/plant/transit-detail.ts';
import { locateTransits } from '@varco/contract/plant/transit-gates.ts';
import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import { transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import { countTransits, searchTransits } from '@varco/contract/plant/transits.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
let id: string;
beforeAll(async () => {
  plant = await startTestPlant({ requiresReason: true, requiresCase: true });
  [{ id } = { id: '' }] = await insertReads(plant.deps.store, [{ gate: 1, plate: 'AB123CD', at: NOW }]);
  await plant.token('operatore');
});
afterAll(() => plant.close());

const CALLS = [
  ['search', () => [searchTransits, { body: {} }] as const],
  ['count', () => [countTransits, { query: {} }] as const],
  ['histogram', () => [transitHistogram, { body: {} }] as const],
  ['one', () => [getTransit, { params: { id } }] as const],
  ['reads of one', () => [listTransitReads, { params: { id } }] as const],
  ['gates of some', () => [locateTransits, { body: { ids: [id] } }] as const],
] as const;
const headers = (value: unknown) => ({ [REASON_HEADER]: Buffer.from(JSON.stringify(value)).toString('base64url') });

it.each(CALLS)(
  '%s without a reason where the plant wants one: an error of its own, and no data',
  async (_name, call) => {
    plant.audit.records.length = 0;
    const [endpoint, input] = call();
    const answer = await plant.callRaw(endpoint, input, 'operatore');
    expect([answer.status, ErrorEnvelope.parse(answer.body).error.code]).toEqual([428, 'reason_required']);
    expect(JSON.stringify(answer.body)).not.toContain('AB123CD');
    expect(plant.audit.records.map((r) => r.outcome)).toEqual(['denied']);
  },
);

it.each([
  [
    'without a case',
    { [REASON_HEADER]: encodeReason({ code: 'training', text: 'prova di addestramento', case: null }) },
    'case_required',
  ],
  [
    'with a code the plant does not offer',
    { [REASON_HEADER]: encodeReason({ code: 'curiosity', text: 'prova di addestramento', case: '1' }) },
    'reason_invalid',
  ],
  ['with one repeated character', headers({ code: 'training', text: 'aaaaaaaaaaaa', case: '1' }), 'reason_invalid'],
  ['with a short text', headers({ code: 'training', text: 'prova', case: '1' }), 'reason_invalid'],
  ['with something else', { [REASON_HEADER]: '!!!' }, 'reason_invalid'],
])('a reason %s is refused', async (_name, given, sub) => {
  const answer = await plant.call(searchTransits, { body: {} }, 'operatore', given);
  expect([answer.status, ErrorEnvelope.parse(answer.body).error.sub_code]).toEqual([428, sub]);
});

it('with reason and case the call goes on and both are recorded', async () => {
  plant.audit.records.length = 0;
  expect((await plant.call(searchTransits, { body: {} }, 'operatore', REASON)).status).toBe(200);
  expect(plant.audit.records[0]).toMatchObject({
    outcome: 'ok',
    reason: { code: 'training', case: '12/2026', text: 'prova di addestramento' },
  });
});

it('when the entry cannot be written no byte of data leaves', async () => {
  plant.audit.refuseWrites();
  for (const [, call] of CALLS) {
    const [endpoint, input] = call();
    const token = await plant.token('operatore');
    const answer = await plant.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(':id', id),
      headers: { ...REASON, authorization: `Bearer ${token}` },
      ...('body' in input ? { payload: input.body } : {}),
    });
    expect([answer.statusCode, answer.json().error.sub_code]).toEqual([503, 'audit_unavailable']);
    expect(answer.body).not.toContain('AB123CD');
  }
});
