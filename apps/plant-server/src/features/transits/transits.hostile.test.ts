import { describe, expect, it } from 'vitest';
import * as api from '@varco/contract/plant/transits.ts';
import { TransitPage } from '@varco/contract/plant/transits.ts';
import { isoMinutesAgo, parseError, useTransitsFixture } from '../../testing/transits-fixture.ts';

const few = useTransitsFixture();

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
    ['1001 gates', { f_varchi: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'invalid_field'],
    ['a gate that is text', { f_varchi: ['1 or 1=1'] }, 'invalid_field'],
    ['an unknown code', { f_infrazione: ['XX'] }, 'invalid_field'],
    ['a day that is none', { f_startTime: '2026-02-30T00:00:00Z' }, 'invalid_field'],
    ['an end before the start', { f_startTime: isoMinutesAgo(1), f_endTime: isoMinutesAgo(2) }, 'invalid_field'],
    ['an unknown order', { order_by: 'plate; drop table transit' }, 'invalid_field'],
    ['a page of 1000', { page_size: 1000 }, 'invalid_field'],
    ['a page far too deep', { p: 1_000_000, page_size: 999 }, 'invalid_field'],
    ['a negative offset', { offs: -1 }, 'invalid_field'],
    ['four variations', { f_targa: 'AB', f_allowed_plate_errors: 4 }, 'invalid_field'],
    ['variations of 21 plates', { f_targa: 'AB1,'.repeat(21), f_allowed_plate_errors: 1 }, 'invalid_field'],
    ['FLT-20 a recurrence of 100', { f_count_gt: 100 }, 'invalid_field'],
    ['FLT-20 a recurrence of -1', { f_count_lt: -1 }, 'invalid_field'],
    ['FLT-20 half a recurrence', { f_count_eq: 1.5 }, 'invalid_field'],
    ['nothing for a number', { f_count_eq: null }, 'invalid_field'],
    ['a word for a number', { f_speed_min: true }, 'invalid_field'],
    ['FLT-32 four Kemler digits', { f_kemler: '3333' }, 'invalid_field'],
    ['FLT-32 five UN digits', { f_onu: '12034' }, 'invalid_field'],
    ['LIKE characters in Kemler', { f_kemler: '%' }, 'invalid_field'],
    ['FLT-34 a class that is none', { f_adr_class: ['4'] }, 'invalid_field'],
    ['province 0', { f_province: [0] }, 'invalid_field'],
    ['FLT-13 a fourth choice', { f_national: 4 }, 'invalid_field'],
    ['a lane of no road', { f_lane: [21] }, 'invalid_field'],
    ['a brand that is text', { f_brand_id: ['FIAT'] }, 'invalid_field'],
    ['a tax code of 15 characters', { f_codfisc: 'RSSMRA80A01H501' }, 'invalid_field'],
    ['a tax code that is none', { f_codfisc: 'ABCDEFGHIJKLMNOP' }, 'invalid_field'],
    ['a quote in a tax code', { f_codfisc: "01234560007' or 1=1" }, 'invalid_field'],
    ['two neighbours of a page', { after_id: '1', before_id: '2' }, 'invalid_field'],
    ['a neighbour too large for an id', { before_id: '9999999999999999999' }, 'invalid_field'],
    ['a neighbour that is text', { after_id: 'x' }, 'invalid_field'],
    ['a jump of a narrowed search far too deep', { f_colore: ['white'], offs: 100_001 }, 'invalid_field'],
    ['an object for text', { f_targa: { $like: '%' } }, 'invalid_field'],
  ];
  it.each(bad)('%s is a clear bad_request', async (_name, body, sub) => {
    const answer = await few.plant.callRaw(api.searchTransits, { body }, 'operatore');
    expect([answer.status, parseError(answer.body).code, parseError(answer.body).sub_code]).toEqual([
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
        const answer = await few.plant.callRaw(api.searchTransits, { body: { [field]: [value] } }, 'operatore');
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 200) expect(TransitPage.parse(answer.body).objects).toEqual([]);
      }
    },
  );
  it('an unknown name in the query of the GET is refused too', async () => {
    const answer = await few.plant.callRaw(api.listTransits, { query: { f_plate: 'AB' } }, 'operatore');
    expect([answer.status, parseError(answer.body).sub_code]).toEqual([400, 'unknown_field']);
  });
  it('a deep but allowed jump finds nothing', async () => {
    expect((await few.search({ offs: 99_999_999 })).objects).toEqual([]);
  });
});
