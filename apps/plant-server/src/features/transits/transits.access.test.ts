import { describe, expect, it } from 'vitest';
import { getTransit, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { locateTransits } from '@varco/contract/plant/transit-gates.ts';
import { listTransitReads } from '@varco/contract/plant/transit-reads.ts';
import { transitHistogram } from '@varco/contract/plant/transit-histogram.ts';
import * as api from '@varco/contract/plant/transits.ts';
import type { TransitFilter } from '@varco/contract/plant/transits.ts';
import { isoMinutesAgo, parseError, useTransitsFixture } from '../../testing/transits-fixture.ts';

const few = useTransitsFixture();

const CALLS = [
  ['list', () => [api.listTransits, { query: {} }] as const],
  ['search', () => [api.searchTransits, { body: {} }] as const],
  ['hazardous goods', () => [api.listAdrTransits, { query: {} }] as const],
  ['hazardous goods twin', () => [api.searchAdrTransits, { body: {} }] as const],
  ['count', () => [api.countTransits, { query: {} }] as const],
  ['count twin', () => [api.countTransitsByBody, { body: {} }] as const],
  ['histogram', () => [transitHistogram, { body: { f_varchi: [1] } }] as const],
  ['one', () => [getTransit, { params: { id: few.id(0) } }] as const],
  ['reads of one', () => [listTransitReads, { params: { id: few.id(0) } }] as const],
  ['gates of some', () => [locateTransits, { body: { ids: [few.id(0)] } }] as const],
] as const;

describe.each(CALLS)('%s: the four questions', (_name, call) => {
  it('signed out: 401', async () => {
    const [endpoint, input] = call();
    const answer = await few.plant.callRaw(endpoint, input);
    expect([answer.status, parseError(answer.body).code]).toEqual([401, 'invalid_token']);
    expect(few.plant.audit.records).toEqual([]);
  });
  it.each(['comune', 'quattro'])(
    'PERM-01 TPERM-07 TPERM-08 without force rights (%s): 403, and the refusal is recorded',
    async (user) => {
      const [endpoint, input] = call();
      const answer = await few.plant.callRaw(endpoint, input, user);
      expect([answer.status, parseError(answer.body).code, parseError(answer.body).sub_code]).toEqual([
        403,
        'no_perms',
        'not_force',
      ]);
      expect(few.plant.audit.records.map((r) => [r.action, r.outcome, r.actor.name])).toEqual([
        [endpoint.audit, 'denied', user],
      ]);
    },
  );
  it('works, and leaves one entry before the data leaves', async () => {
    const [endpoint, input] = call();
    const answer = await few.plant.callRaw(endpoint, input, 'operatore');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(few.plant.audit.records.map((r) => [r.action, r.outcome, r.actor.name])).toEqual([
      [endpoint.audit, 'ok', 'operatore'],
    ]);
  });
});

describe('limits of a person', () => {
  it('PERM-05 TPERM-12 t_max shortens a longer range and says so', async () => {
    const page = await few.search({ f_startTime: isoMinutesAgo(5 * 24 * 60) }, 'breve');
    expect(page.objects.map((o) => o.id)).toEqual([few.id(0), few.id(1)]);
    expect(page.limitations).toEqual(['t_max']);
    expect(page.objects[0]).toMatchObject({ t_max: 60, count_transits: 2, g_transits: 2 });
    const past = await few.search({ f_startTime: isoMinutesAgo(5 * 24 * 60), f_endTime: isoMinutesAgo(65) }, 'breve');
    expect(past.objects.map((o) => o.id)).toEqual([few.id(2), few.id(3)]);
    const inside = await few.search({ f_startTime: isoMinutesAgo(10) }, 'breve');
    expect(inside.limitations).toEqual([]);
  });
  it('TPERM-12 "until tonight" counts as now for a limited range', async () => {
    expect((await few.search({ f_endTime: '2026-11-20T22:59:59.999Z' }, 'breve')).objects.map((o) => o.id)).toEqual([
      few.id(0),
      few.id(1),
    ]);
  });
  it('PERM-04 TPERM-13 allowed gates: others are left out, asking for one is refused', async () => {
    const page = await few.search({}, 'limitato');
    expect(page.objects.every((o) => [1, 3].includes(o.varco_id))).toBe(true);
    expect(page.limitations).toEqual(['gates']);
    for (const gate of [2, 4711]) {
      const answer = await few.plant.call(api.searchTransits, { body: { f_varchi: [1, gate] } }, 'limitato');
      expect([answer.status, parseError(answer.body).sub_code]).toEqual([403, 'gate_not_allowed']);
    }
    expect((await few.search({}, 'senzavarchi')).objects).toEqual([]);
  });
  it('TPERM-13 gates of others neither count as recurrence nor hide a plate that is there once', async () => {
    expect((await few.search({ f_count_gt: 2, f_targa: 'AB*' }, 'limitato')).objects).toHaveLength(3);
    expect((await few.search({ f_count_gt: 3 }, 'limitato')).objects).toEqual([]);
    expect((await few.search({ f_count_gt: 3 })).objects).toHaveLength(4);
    expect(
      (await few.search({ f_distinct: true, f_endTime: isoMinutesAgo(40) }, 'limitato')).objects.map((o) => o.id),
    ).toEqual([few.id(2), few.id(3)]);
  });
  it('TPERM-12 distinct plates and recurrence look no further back than t_max', async () => {
    expect((await few.search({ f_count_eq: 2 }, 'breve')).objects.map((o) => o.id)).toEqual([few.id(0), few.id(1)]);
    expect((await few.search({ f_distinct: true }, 'breve')).objects.map((o) => o.id)).toEqual([few.id(0)]);
  });
  it('retention hides older rows and says so when they were asked for', async () => {
    expect((await few.search({})).objects).toHaveLength(5);
    expect((await few.search({ f_startTime: '2020-01-01T00:00:00Z' })).limitations).toEqual(['retention']);
  });
});

describe('redaction', () => {
  it('hides plates, checks, recurrence and all pictures but the full one, which is served blurred', async () => {
    const page = await few.search({}, 'oscurato');
    expect(page.objects).toHaveLength(5);
    expect(page.objects[0]).toMatchObject({
      redacted: true,
      targa: '**',
      assicurata: '**',
      revisionata: '**',
      rubata: '**',
      sives: '**',
      allarme: '**',
      scadass: null,
      count_transits: 0,
      first_seen: null,
      confidence_chars: [],
      marca: '',
      modello: '',
      colore: '',
      provincia: '',
      comune: '',
      has_image: true,
      has_plate_image: false,
      has_context_image: false,
    });
    expect(JSON.stringify(page)).not.toContain('AB123CD');
    const detail = await few.plant.call(getTransit, { params: { id: few.id(0) } }, 'oscurato');
    expect(TransitDetail.parse(detail.body)).toMatchObject({ altri: [], days: [], targa: '**' });
    expect(JSON.stringify(detail.body)).not.toContain('AB123CD');
  });
  it.each<TransitFilter>([
    { f_targa: 'AB123CD' },
    { f_targa: 'A*' },
    { f_infrazione: ['RUB'] },
    { f_brand_id: [1] },
    { f_colore: ['red'] },
    { f_province: [-40] },
    { order_by: '-g_transits' },
    { f_targa: 'A*', f_allowed_plate_misreads: true },
    { f_targa: 'AB123CX', f_allowed_plate_errors: 1 },
    { f_codfisc: '01234560007' },
    { f_distinct: true },
    { f_count_lt: 99 },
    { f_count_eq: 0 },
    { f_count_gt: 0 },
  ])('what is hidden cannot be found out by asking: %j', async (filter) => {
    for (const endpoint of [api.searchTransits, api.countTransitsByBody] as const) {
      const answer = await few.plant.call(endpoint, { body: filter }, 'oscurato');
      expect([answer.status, parseError(answer.body).code]).toEqual([403, 'no_perms']);
    }
  });
});
