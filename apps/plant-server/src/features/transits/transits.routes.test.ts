import { describe, expect, it } from 'vitest';
import { getTransit, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import * as api from '@varco/contract/plant/transits.ts';
import { TransitCount, TransitPage } from '@varco/contract/plant/transits.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { isoMinutesAgo, parseError, useTransitsFixture } from '../../testing/transits-fixture.ts';
import { NOW, REASON } from '../../testing/test-plant.ts';

const few = useTransitsFixture();

describe('one transit (PLAPI-07)', () => {
  it('has everything the detail shows', async () => {
    const answer = await few.plant.call(getTransit, { params: { id: few.id(0) } }, 'operatore', REASON);
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
      image_url: `/api/lpr/${few.id(0)}/image?variant=full`,
      confidence_chars: [99],
    });
    expect(detail.days).toEqual([
      { giorno: '2026-11-20', n: 3 },
      { giorno: '2026-11-18', n: 1 },
    ]);
    expect(detail.altri.map((o) => [o.id, o.varco])).toEqual([
      [few.id(1), 'Porta Santi'],
      [few.id(2), 'Ponte Vecchio'],
    ]);
    expect(few.plant.audit.records[0]).toMatchObject({
      count: 1,
      reason: { code: 'training', case: '12/2026' },
      detail: { id: few.id(0), plate: 'AB123CD' },
    });
  });
  it.each(['1', '9999999999999999999', '0', '3123456789012345678'])(
    'an id that does not exist (%s): 404',
    async (wrong) => {
      const answer = await few.plant.call(getTransit, { params: { id: wrong } }, 'operatore');
      expect([answer.status, parseError(answer.body).code]).toEqual([404, 'not_found']);
    },
  );
  it('TPERM-13 at a gate outside the list, or beyond retention: the same 404', async () => {
    expect((await few.plant.call(getTransit, { params: { id: few.id(1) } }, 'limitato')).status).toBe(404);
    expect((await few.plant.call(getTransit, { params: { id: few.id(0) } }, 'limitato')).status).toBe(200);
    expect((await few.plant.call(getTransit, { params: { id: few.id(5) } }, 'operatore')).status).toBe(404);
  });
  it('TPERM-13 other passages at gates outside the list are neither shown nor counted', async () => {
    const detail = TransitDetail.parse(
      (await few.plant.call(getTransit, { params: { id: few.id(0) } }, 'limitato')).body,
    );
    expect(detail.altri.map((o) => o.id)).toEqual([few.id(2)]);
    expect(detail.days[0]).toEqual({ giorno: '2026-11-20', n: 2 });
    expect(detail.count_transits).toBe(3);
  });
});

describe('the answer', () => {
  it('PAG-01 has the pagination block, limitations, newest read and time spent', async () => {
    const page = await few.search({ page_size: 2, p: 2 });
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
    expect(page.newest_read).toBe(isoMinutesAgo(1));
    expect((await few.search({ page_size: 2, offs: 3 })).pagination).toMatchObject({
      page: null,
      offset: 3,
      has_next: false,
      count: 5,
    });
    expect((await few.search({ paginate: false })).objects).toHaveLength(5);
    expect((await few.search({ f_include_count: false })).objects[0]).toMatchObject({
      count_transits: 0,
      first_seen: null,
    });
  });
  it('PLAPI-04 GET with the names of the specification answers as the POST twin', async () => {
    const [get, post] = [
      await few.plant.call(
        api.listTransits,
        { query: { f_targa: 'AB*', f_varchi: '1,2', page_size: '3', f_startTime: isoMinutesAgo(60) } },
        'operatore',
      ),
      await few.plant.call(
        api.searchTransits,
        { body: { f_targa: 'AB*', f_varchi: [1, 2], page_size: 3, f_startTime: isoMinutesAgo(60) } },
        'operatore',
      ),
    ];
    expect(TransitPage.parse(get.body).objects).toEqual(TransitPage.parse(post.body).objects);
    expect(TransitPage.parse(get.body).objects).toHaveLength(2);
  });
  it('tickets come with the rows that have a picture, when asked for', async () => {
    const answer = await few.plant.call(api.searchTransits, { body: { tickets: ['t100'] } }, 'operatore');
    const { objects } = TransitPage.parse(answer.body);
    expect(objects.map((o) => o.tickets !== undefined)).toEqual([true, false, false, true, false]);
    expect(objects[0]?.tickets?.t100).toMatch(/^m1\./);
  });
  it('the entry of a search keeps filters, rows, reason and case', async () => {
    await few.plant.call(api.searchTransits, { body: { f_targa: 'AB*' } }, 'operatore', REASON);
    expect(few.plant.audit.records).toHaveLength(1);
    expect(few.plant.audit.records[0]).toMatchObject({
      action: 'transits.search',
      outcome: 'ok',
      count: 4,
      reason: {
        code: 'training',
        case: '12/2026',
      },
      detail: {
        filter: { f_targa: 'AB*' },
        ids: [few.id(0), few.id(1), few.id(2), few.id(4)],
      },
    });
  });
  it('further rows of a search leave an entry of their own, but are not counted as another search', async () => {
    await few.plant.call(api.searchTransits, { body: { page_size: 2, offs: 2 } }, 'operatore');
    expect(few.plant.audit.records).toMatchObject([{ action: 'transits.page', count: 2 }]);
  });
  it('a limited answer is recorded as partial', async () => {
    const counted = await few.plant.call(api.countTransits, { query: {} }, 'limitato');
    expect(TransitCount.parse(counted.body)).toEqual({ count: 4, limitations: ['gates'] });
    expect(few.plant.audit.records[0]).toMatchObject({ outcome: 'partial', count: 4 });
  });
});

describe('reads arriving while someone pages (PAG-03)', () => {
  it('under ref_time no row is lost or seen twice', async () => {
    const first = await few.search({ page_size: 2 });
    const reference = first.objects[0]?.data ?? '';
    const seen = first.objects.map((o) => o.id);
    for (let offs = 2; offs < 8; offs += 2) {
      await insertReads(few.plant.deps.store, [
        { gate: 1, plate: 'NUOVA1', at: toIsoInstant(parseInstantMs(NOW) + offs * 1000) },
      ]);
      seen.push(...(await few.search({ page_size: 2, offs, ref_time: reference })).objects.map((o) => o.id));
    }
    expect(seen).toEqual([0, 1, 2, 3, 4].map(few.id));
  });
});
