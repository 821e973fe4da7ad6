import { TransitFilter } from '@varco/contract/plant/transits.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test } from 'vitest';
import { describeQuestion, describeWirePeriod } from './describe-question.ts';

const { t } = createI18n('it');
const describe = (filter: object): string => describeQuestion(TransitFilter.parse(filter), t, (id) => `varco ${id}`);

test('a question in words names everything that is asked', () => {
  expect(describe({})).toBe('');
  expect(describe({ f_targa: 'ZA*', f_allowed_plate_misreads: true, f_allowed_plate_errors: 1 })).toBe(
    'Targa ZA*; Includi caratteri simili; Variazioni di targa: 1',
  );
  expect(describe({ f_varchi: [3, 4], f_direction: [1, 4], f_speed_min: 90, f_count_gt: 2, f_unread: 'with' })).toBe(
    'Varchi: varco 3, varco 4; Entrata città, Posteriore; Velocità (km/h): 90–…; Targhe non lette: Anche; Ricorrenze: > 2',
  );
  expect(describe({ f_adr_only: true, f_onu: '1203', f_province: [-36, 40], f_national: 3 })).toMatch(
    /^Estere; Provincia dentro: [A-Z]{2}; Provincia fuori: [A-Z]{2}; ADR; Numero ONU: 1203$/,
  );
});

test.each(
  Object.keys(TransitFilter.shape).filter(
    (name) =>
      !/^(filtering|order_by|ref_time|paginate|p|offs|page_size|after_id|before_id|f_include_count|f_startTime|f_endTime)$/.test(
        name,
      ),
  ),
)('%s leaves a trace in the words', (name) => {
  const samples: Readonly<Record<string, unknown>> = {
    f_targa: 'ZA1',
    f_codfisc: 'RSSMRA80A01H199X',
    f_infrazione: ['BL'],
    f_varchi: [1],
    f_colore: ['bianco'],
    f_brand_id: [4],
    f_tipo: ['car'],
    f_nazioni: ['F'],
    f_national: 2,
    f_province: [1],
    f_kemler: '33',
    f_onu: '1203',
    f_adr_class: ['3'],
    f_direction: [2],
    f_lane: [1],
    f_speed_min: 1,
    f_speed_max: 9,
    f_unread: 'only',
    f_count_lt: 3,
    f_count_eq: 3,
    f_count_gt: 3,
    f_allowed_plate_errors: 2,
  };
  expect(describe({ [name]: samples[name] ?? true })).not.toBe('');
});

test('the period in words', () => {
  expect(describeWirePeriod({}, t)).toBe(t('transits:period.whole'));
  expect(describeWirePeriod({ f_startTime: '2026-03-01T00:00:00.000Z' }, t)).toContain('01/03/2026');
});
