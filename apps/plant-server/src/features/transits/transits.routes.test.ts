import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransitDetail } from '@varco/contract/plant/transit.ts';
import * as api from '@varco/contract/plant/transits.ts';
import { TransitCount, TransitPage, type TransitFilter } from '@varco/contract/plant/transits.ts';
import { ErrorEnvelope } from '@varco/contract/error-envelope.ts';
import { isoOf, msOf } from '@varco/domain/time/rome.ts';
import { insertReads } from '../../store/insert-reads.ts';
import type { InsertedRead, NewRead } from '../../store/new-read.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const MINUTE = 60_000;
const ago = (minutes: number): string => isoOf(msOf(NOW) - minutes * MINUTE);
const FULL = 'a'.repeat(64);
const READS: readonly NewRead[] = [
  {
    gate: 1,
    plate: 'AB123CD',
    at: ago(1),
    insured: 'no',
    inspected: 'si',
    stolen: 'si',
    alarm: 'si',
    sives: 'A1',
    pictures: { full: FULL, plate: FULL, context: FULL },
    confidenceChars: [99],
    insuredUntil: '2026-11-01',
  },
  { gate: 2, plate: 'AB123CD', at: ago(50), nation: 'I', speed: 87 },
  { gate: 3, plate: 'AB123CD', at: ago(70) },
  { gate: 3, plate: 'EF456GH', at: ago(80), pictures: { full: FULL } },
  { gate: 1, plate: 'AB123CD', at: ago(2 * 24 * 60) },
  { gate: 1, plate: 'AB123CD', at: ago(95 * 24 * 60) },
];

let plant: TestPlant;
let stored: readonly InsertedRead[];
const id = (index: number): string => stored[index]?.id ?? '';

beforeAll(async () => {
  plant = await startTestPlant();
  stored = await insertReads(plant.deps.store, READS);
  // Signed in before, so that each test sees only the entries of its own calls.
  for (const user of ['operatore', 'comune', 'quattro', 'limitato', 'breve', 'oscurato']) await plant.token(user);
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.audit.records.length = 0;
});

const search = async (filter: api.TransitFilter, user = 'operatore') =>
  TransitPage.parse((await plant.call(api.searchTransits, { body: filter }, user)).body);
const errorOf = (body: unknown) => ErrorEnvelope.parse(body).error;

const CALLS = [
  ['list', () => [api.listTransits, { query: {} }] as const],
  ['search', () => [api.searchTransits, { body: {} }] as const],
  ['count', () => [api.countTransits, { query: {} }] as const],
  ['count twin', () => [api.countTransitsByBody, { body: {} }] as const],
  ['one', () => [api.getTransit, { params: { id: id(0) } }] as const],
] as const;

describe.each(CALLS)('%s: the four questions', (_name, call) => {
  it('signed out: 401', async () => {
    const [endpoint, input] = call();
    const answer = await plant.callRaw(endpoint, input);
    expect([answer.status, errorOf(answer.body).code]).toEqual([401, 'invalid_token']);
    expect(plant.audit.records).toEqual([]);
  });
  it.each(['comune', 'quattro'])(
    'PERM-01 TPERM-07 TPERM-08 without force rights (%s): 403, and the refusal is recorded',
    async (user) => {
      const [endpoint, input] = call();
      const answer = await plant.callRaw(endpoint, input, user);
      expect([answer.status, errorOf(answer.body).code, errorOf(answer.body).sub_code]).toEqual([
        403,
        'no_perms',
        'not_force',
      ]);
      expect(plant.audit.records.map((r) => [r.action, r.outcome, r.actor.name])).toEqual([
        [endpoint.audit, 'denied', user],
      ]);
    },
  );
  it('works, and leaves one entry before the data leaves', async () => {
    const [endpoint, input] = call();
    const answer = await plant.callRaw(endpoint, input, 'operatore');
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(plant.audit.records.map((r) => [r.action, r.outcome, r.actor.name])).toEqual([
      [endpoint.audit, 'ok', 'operatore'],
    ]);
  });
});

describe('one transit (PLAPI-07)', () => {
  it('has everything the detail shows', async () => {
    const answer = await plant.call(api.getTransit, { params: { id: id(0) } }, 'operatore', REASON);
    const detail = TransitDetail.parse(answer.body);
    expect(detail).toMatchObject({
      targa: 'AB123CD',
      varco: 'Porta Fiume',
      gps_lat: 44.1,
      assicurata: 'no',
      scadass: '2026-11-01',
      rubata: 'si',
      allarme: 'si',
      sives: 'A1',
      count_transits: 5,
      g_transits: 4,
      has_image: true,
      redacted: false,
      speed: null,
      euro: null,
      image_url: `/api/lpr/${id(0)}/image?variant=full`,
      confidence_chars: [99],
    });
    expect(detail.days).toEqual([
      { giorno: '2026-11-20', n: 3 },
      { giorno: '2026-11-18', n: 1 },
    ]);
    expect(detail.altri.map((o) => [o.id, o.varco])).toEqual([
      [id(1), 'Porta Santi'],
      [id(2), 'Ponte Vecchio'],
    ]);
    expect(plant.audit.records[0]).toMatchObject({
      count: 1,
      reason: { code: 'training', case: '12/2026' },
      detail: { id: id(0), plate: 'AB123CD' },
    });
  });
  it.each(['1', '9999999999999999999', '0', '3123456789012345678'])(
    'an id that does not exist (%s): 404',
    async (wrong) => {
      const answer = await plant.call(api.getTransit, { params: { id: wrong } }, 'operatore');
      expect([answer.status, errorOf(answer.body).code]).toEqual([404, 'not_found']);
    },
  );
  it('TPERM-13 at a gate outside the list, or beyond retention: the same 404', async () => {
    expect((await plant.call(api.getTransit, { params: { id: id(1) } }, 'limitato')).status).toBe(404);
    expect((await plant.call(api.getTransit, { params: { id: id(0) } }, 'limitato')).status).toBe(200);
    expect((await plant.call(api.getTransit, { params: { id: id(5) } }, 'operatore')).status).toBe(404);
  });
  it('TPERM-13 other passages at gates outside the list are neither shown nor counted', async () => {
    const detail = TransitDetail.parse((await plant.call(api.getTransit, { params: { id: id(0) } }, 'limitato')).body);
    expect(detail.altri.map((o) => o.id)).toEqual([id(2)]);
    expect(detail.days[0]).toEqual({ giorno: '2026-11-20', n: 2 });
    expect(detail.count_transits).toBe(3);
  });
});

describe('limits of a person', () => {
  it('PERM-05 TPERM-12 t_max shortens a longer range and says so', async () => {
    const page = await search({ f_startTime: ago(5 * 24 * 60) }, 'breve');
    expect(page.objects.map((o) => o.id)).toEqual([id(0), id(1)]);
    expect(page.limitations).toEqual(['t_max']);
    expect(page.objects[0]).toMatchObject({ t_max: 60, count_transits: 2, g_transits: 2 });
    const past = await search({ f_startTime: ago(5 * 24 * 60), f_endTime: ago(65) }, 'breve');
    expect(past.objects.map((o) => o.id)).toEqual([id(2), id(3)]);
    const inside = await search({ f_startTime: ago(10) }, 'breve');
    expect(inside.limitations).toEqual([]);
  });
  it('TPERM-12 "until tonight" counts as now for a limited range', async () => {
    expect((await search({ f_endTime: '2026-11-20T22:59:59.999Z' }, 'breve')).objects.map((o) => o.id)).toEqual([
      id(0),
      id(1),
    ]);
  });
  it('PERM-04 TPERM-13 allowed gates: others are left out, asking for one is refused', async () => {
    const page = await search({}, 'limitato');
    expect(page.objects.every((o) => [1, 3].includes(o.varco_id))).toBe(true);
    expect(page.limitations).toEqual(['gates']);
    for (const gate of [2, 4711]) {
      const answer = await plant.call(api.searchTransits, { body: { f_varchi: [1, gate] } }, 'limitato');
      expect([answer.status, errorOf(answer.body).sub_code]).toEqual([403, 'gate_not_allowed']);
    }
    expect((await search({}, 'senzavarchi')).objects).toEqual([]);
  });
  it('retention hides older rows and says so when they were asked for', async () => {
    expect((await search({})).objects).toHaveLength(5);
    expect((await search({ f_startTime: '2020-01-01T00:00:00Z' })).limitations).toEqual(['retention']);
  });
});

describe('redaction', () => {
  it('PERM-08 hides plates, checks, recurrence and all pictures but the full one, which is served blurred', async () => {
    const page = await search({}, 'oscurato');
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
      has_image: true,
      has_plate_image: false,
      has_context_image: false,
    });
    expect(JSON.stringify(page)).not.toContain('AB123CD');
    const detail = await plant.call(api.getTransit, { params: { id: id(0) } }, 'oscurato');
    expect(TransitDetail.parse(detail.body)).toMatchObject({ altri: [], days: [], targa: '**' });
    expect(JSON.stringify(detail.body)).not.toContain('AB123CD');
  });
  it.each<TransitFilter>([
    { f_targa: 'AB123CD' },
    { f_targa: 'A*' },
    { f_infrazione: ['RUB'] },
    { order_by: '-g_transits' },
  ])('what is hidden cannot be found out by asking: %j', async (filter) => {
    for (const endpoint of [api.searchTransits, api.countTransitsByBody] as const) {
      const answer = await plant.call(endpoint, { body: filter }, 'oscurato');
      expect([answer.status, errorOf(answer.body).code]).toEqual([403, 'no_perms']);
    }
  });
});

describe('the answer', () => {
  it('PAG-01 has the pagination block, limitations, newest read and time spent', async () => {
    const page = await search({ page_size: 2, p: 2 });
    expect(page.pagination).toEqual({
      count: null,
      paginate: true,
      page: 2,
      page_size: 2,
      num_pages: null,
      has_previous: true,
      has_next: true,
      previous_page: 1,
      next_page: 3,
      offset: 2,
      limit: 2,
      kind: 'offset',
    });
    expect(page.newest_read).toBe(ago(1));
    expect((await search({ page_size: 2, offs: 3 })).pagination).toMatchObject({
      page: null,
      offset: 3,
      has_next: false,
      count: 5,
    });
    expect((await search({ paginate: false })).objects).toHaveLength(5);
    expect((await search({ f_include_count: false })).objects[0]).toMatchObject({
      count_transits: 0,
      first_seen: null,
    });
  });
  it('PLAPI-04 GET with the names of the specification answers as the POST twin', async () => {
    const [get, post] = [
      await plant.call(
        api.listTransits,
        { query: { f_targa: 'AB*', f_varchi: '1,2', page_size: '3', f_startTime: ago(60) } },
        'operatore',
      ),
      await plant.call(
        api.searchTransits,
        { body: { f_targa: 'AB*', f_varchi: [1, 2], page_size: 3, f_startTime: ago(60) } },
        'operatore',
      ),
    ];
    expect(TransitPage.parse(get.body).objects).toEqual(TransitPage.parse(post.body).objects);
    expect(TransitPage.parse(get.body).objects).toHaveLength(2);
  });
  it('tickets come with the rows that have a picture, when asked for', async () => {
    const answer = await plant.call(api.searchTransits, { body: { tickets: ['t100'] } }, 'operatore');
    const { objects } = TransitPage.parse(answer.body);
    expect(objects.map((o) => o.tickets !== undefined)).toEqual([true, false, false, true, false]);
    expect(objects[0]?.tickets?.t100).toMatch(/^m1\./);
  });
  it('the entry of a search keeps filters, rows, reason and case', async () => {
    await plant.call(api.searchTransits, { body: { f_targa: 'AB*' } }, 'operatore', REASON);
    expect(plant.audit.records).toHaveLength(1);
    expect(plant.audit.records[0]).toMatchObject({
      action: 'transits.search',
      outcome: 'ok',
      count: 4,
      reason: {
        code: 'training',
        case: '12/2026',
      },
      detail: {
        filter: { f_targa: 'AB*' },
        ids: [id(0), id(1), id(2), id(4)],
      },
    });
  });
  it('further rows of a search leave an entry of their own, but are not counted as another search', async () => {
    await plant.call(api.searchTransits, { body: { page_size: 2, offs: 2 } }, 'operatore');
    expect(plant.audit.records).toMatchObject([{ action: 'transits.page', count: 2 }]);
  });
  it('a limited answer is recorded as partial', async () => {
    const counted = await plant.call(api.countTransits, { query: {} }, 'limitato');
    expect(TransitCount.parse(counted.body)).toEqual({ count: 4, limitations: ['gates'] });
    expect(plant.audit.records[0]).toMatchObject({ outcome: 'partial', count: 4 });
  });
});

describe('wrong, huge and malicious input', () => {
  const bad: readonly (readonly [string, unknown, string])[] = [
    ['an unknown name', { f_plate: 'AB' }, 'unknown_field'],
    ['another unknown name', { f_codfisc2: 'x', admin: true }, 'unknown_field'],
    ['a quote', { f_targa: "AB'; drop table transit; --" }, 'invalid_field'],
    ['LIKE characters', { f_targa: '%_\\' }, 'invalid_field'],
    ['a NUL', { f_targa: 'AB\u0000CD' }, 'invalid_field'],
    ['10 kB of plate', { f_targa: 'A'.repeat(10_000) }, 'invalid_field'],
    ['65 characters in a plate', { f_targa: 'A'.repeat(65) }, 'invalid_field'],
    ['101 plates', { f_targa: 'AB1,'.repeat(101) }, 'invalid_field'],
    ['open braces', { f_targa: 'AB{' }, 'invalid_field'],
    ['201 gates', { f_varchi: Array.from({ length: 201 }, (_, i) => i + 1) }, 'invalid_field'],
    ['a gate that is text', { f_varchi: ['1 or 1=1'] }, 'invalid_field'],
    ['an unknown code', { f_infrazione: ['XX'] }, 'invalid_field'],
    ['a day that is none', { f_startTime: '2026-02-30T00:00:00Z' }, 'invalid_field'],
    ['an end before the start', { f_startTime: ago(1), f_endTime: ago(2) }, 'invalid_field'],
    ['an unknown order', { order_by: 'plate; drop table transit' }, 'invalid_field'],
    ['a page of 1000', { page_size: 1000 }, 'invalid_field'],
    ['a page far too deep', { p: 1_000_000, page_size: 999 }, 'invalid_field'],
    ['a negative offset', { offs: -1 }, 'invalid_field'],
    ['an object for text', { f_targa: { $like: '%' } }, 'invalid_field'],
  ];
  it.each(bad)('%s is a clear bad_request', async (_name, body, sub) => {
    const answer = await plant.callRaw(api.searchTransits, { body }, 'operatore');
    expect([answer.status, errorOf(answer.body).code, errorOf(answer.body).sub_code]).toEqual([
      400,
      'bad_request',
      sub,
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('drop');
  });
  it.each(['f_colore', 'f_tipo', 'f_nazioni'])(
    'quotes, LIKE characters and NUL in %s find nothing and break nothing',
    async (field) => {
      for (const value of ["'", '"; --', '%', '_', '\\', '\u0000']) {
        const answer = await plant.callRaw(api.searchTransits, { body: { [field]: [value] } }, 'operatore');
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 200) expect(TransitPage.parse(answer.body).objects).toEqual([]);
      }
    },
  );
  it('an unknown name in the query of the GET is refused too', async () => {
    const answer = await plant.callRaw(api.listTransits, { query: { f_plate: 'AB' } }, 'operatore');
    expect([answer.status, errorOf(answer.body).sub_code]).toEqual([400, 'unknown_field']);
  });
  it('a deep but allowed jump finds nothing', async () => {
    expect((await search({ offs: 9_999_999 })).objects).toEqual([]);
  });
});

describe('reads arriving while someone pages (PAG-03)', () => {
  it('under ref_time no row is lost or seen twice', async () => {
    const first = await search({ page_size: 2 });
    const reference = first.objects[0]?.data ?? '';
    const seen = first.objects.map((o) => o.id);
    for (let offs = 2; offs < 8; offs += 2) {
      await insertReads(plant.deps.store, [{ gate: 1, plate: 'NUOVA1', at: isoOf(msOf(NOW) + offs * 1000) }]);
      seen.push(...(await search({ page_size: 2, offs, ref_time: reference })).objects.map((o) => o.id));
    }
    expect(seen).toEqual([0, 1, 2, 3, 4].map(id));
  });
});
