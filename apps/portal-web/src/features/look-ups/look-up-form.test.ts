import { createI18n } from '@varco/i18n/create-i18n.ts';
import { RunLookUpResponse } from '@varco/contract/plant/look-ups.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { toLookUpEntry } from './look-up-entry.ts';
import { EMPTY_LOOK_UP_FORM, LookUpForm, createPrefilledForm, buildLookUpRequest } from './look-up-form.ts';
import { canRetry, mayBeCharged, classifyLookUpError } from './look-up-problem.ts';
import { buildResultGroups } from './result-groups.ts';

const { t } = createI18n('it');
const TODAY = '2026-11-20';

const BOOKLET = {
  plate: 'GK508RB',
  chassis: 'ZZZ0123456789ABCD',
  insurance: {
    company: 'Compagnia del Delta',
    policy: '7/8',
    from: '2025-12-01',
    to: '2026-11-10',
    grace_until: '2026-11-25',
    situation: 'In periodo di comporto',
  },
  insurance_history: [{ company: 'C', policy: '1', from: '2024-12-01', to: '2025-11-30' }],
  inspection: { next: '2026-11-20' },
  last_inspection: { on: '2024-11-20', km: 80_000, outcome: 'Regolare', station: 'Saline' },
  vehicle: {
    class: 'car',
    brand: 'FIAT',
    model: 'Tipo',
    colour: 'grey',
    euro: 6,
    first_registration: '2021-03-04',
    fuel: 'benzina',
  },
  lpg: { maker: 'Gas Romagna', tank: 'S1', fitted_on: '2015-01-01', expires_on: '2025-01-01' },
  administrative: {
    status: 'In circolazione',
    stolen_since: null,
    list_a1: true,
    list_a2: false,
    list_c: false,
    encumbrances: ['Fermo amministrativo'],
  },
  document: { number: 'DU1', kind: 'Documento unico', issued_on: '2021-03-04', office: 'UMC di Ravenna' },
  company: {
    name: 'Trasporti Gelsi srl',
    vat_number: '12345670008',
    since: '2021-03-04',
    street: 'Via dei Gelsi 4',
    municipality: 'Cervia',
    province: 'RA',
    post_code: '48015',
  },
  lines: ['Pneumatici: 195/65 R15'],
} as const;

const createAnswer = (change: object = {}): RunLookUpResponse =>
  RunLookUpResponse.parse({
    id: '7a1d0000-0000-4000-8000-000000000001',
    data: '2026-11-20T13:31:58.000Z',
    completata_il: '2026-11-20T13:31:58.000Z',
    stato: 'riuscita',
    errore: '',
    user_id: 15,
    utente: 'pagante',
    motivo: null,
    tipo_richiesta: 3,
    tipo_ricerca: 0,
    tipo_veicolo: 0,
    campo_ricerca: 'GK508RB',
    pagamento: true,
    da_cache: false,
    costo_centesimi: 162,
    ricevuta: 'R1',
    has_info: true,
    info: BOOKLET,
    pdf_allegato_1: null,
    pdf_allegato_2: null,
    processed_info: null,
    targa: 'GK508RB',
    tipo: 3,
    codiceFiscale: '12345670008',
    tipoVeicolo: 0,
    numeroPatente: null,
    pdfAnteprimaPatente_pdf: null,
    pdfPatente_pdf: null,
    ...change,
  });

describe('the look-up filter', () => {
  it('VIS-10 VIS-11 has the shape of the specification and begins with its defaults', () => {
    expect(EMPTY_LOOK_UP_FORM).toEqual({
      selectedPeer: null,
      rca: { plate: '', vehicleType: 0, complete: false },
      libretto: { search: '', searchType: 0, vehicleType: 0 },
      patente: { search: '', searchType: 1, searchResult: 5 },
    });
    expect(LookUpForm.parse(EMPTY_LOOK_UP_FORM)).toEqual(EMPTY_LOOK_UP_FORM);
  });

  it('VIS-05 opened from a transit, plant, plate and kind of vehicle are filled in', () => {
    expect(createPrefilledForm(7, 'GK508RB', 1)).toMatchObject({
      selectedPeer: 7,
      rca: { plate: 'GK508RB', vehicleType: 1 },
      libretto: { search: 'GK508RB', vehicleType: 1 },
      patente: { search: '' },
    });
  });

  it('VIS-15 VIS-27 each form asks its own question, in the form of the registers; an empty one asks nothing', () => {
    const form: LookUpForm = {
      ...EMPTY_LOOK_UP_FORM,
      rca: { plate: ' gk 508 rb', vehicleType: 0, complete: true },
      patente: { search: 'u1 1234567z', searchType: 1, searchResult: 6 },
    };
    expect(buildLookUpRequest(form, 'rca')).toEqual({
      campo_ricerca: 'GK508RB',
      tipo_ricerca: 0,
      tipo_richiesta: 4,
      tipo_veicolo: 0,
    });
    expect(buildLookUpRequest({ ...form, rca: { ...form.rca, complete: false } }, 'rca')).toMatchObject({
      tipo_richiesta: 2,
    });
    expect(buildLookUpRequest(form, 'patente')).toEqual({
      campo_ricerca: 'U11234567Z',
      tipo_ricerca: 1,
      tipo_richiesta: 6,
      tipo_veicolo: null,
    });
    expect(buildLookUpRequest(form, 'libretto')).toBeNull();
    expect(buildLookUpRequest({ ...form, rca: { ...form.rca, plate: '  ' } }, 'rca')).toBeNull();
  });
});

describe('results', () => {
  const group = (key: string) => {
    const found = buildResultGroups(createAnswer().info, t, TODAY).find((one) => one.key === key);
    return (found?.items ?? []).map(({ label, value, color, isDate, isArray }) => ({
      label,
      value,
      color,
      isDate,
      isArray,
    }));
  };

  it('VIS-08 an entry has uuid, type, doneAt, isCache, dataRaw and its groups of items', () => {
    const raw = createAnswer({ da_cache: true });
    const entry = toLookUpEntry(raw, 7, t, TODAY);
    expect(entry).toMatchObject({ uuid: raw.id, type: 3, doneAt: raw.data, isCache: true, dataRaw: raw, peerId: 7 });
    expect(Object.keys(entry.data[0] ?? {})).toEqual(['key', 'label', 'visible', 'items']);
    expect(Object.keys(entry.data[0]?.items[0] ?? {})).toEqual(['key', 'label', 'value', 'color', 'isDate', 'isArray']);
  });

  it('VIS-16 ALR-04 insured goes by the end of grace, in green; an inspection due today is NO, in red', () => {
    expect(group('insurance').map(({ label, value, color }) => [label, value, color])).toEqual([
      ['Assicurata', 'SI', 'ok'],
      ['Dal', '01/12/2025', null],
      ['Al', '10/11/2026', null],
      ['Fine comporto', '25/11/2026', null],
      ['Compagnia', 'Compagnia del Delta', null],
      ['Polizza', '7/8', null],
      ['Situazione', 'In periodo di comporto', null],
    ]);
    expect(group('inspection')[0]).toMatchObject({ value: 'NO', color: 'al' });
    expect(group('insurance')[1]).toMatchObject({ isDate: true });
  });

  it('VIS-17 VIS-18 VIS-19 all groups the ministry filled are there, arrays as arrays; the others are not visible', () => {
    const groups = buildResultGroups(createAnswer().info, t, TODAY);
    expect(groups.filter(({ visible }) => visible).map(({ label }) => label)).toEqual([
      'Assicurazione',
      'Contratti precedenti',
      'Revisione',
      'Ultima revisione',
      'Dati società',
      'Dati base veicolo',
      'Impianto GPL',
      'Dati amministrativi',
      'Carta di circolazione',
      'Righe descrittive',
    ]);
    expect(group('lines')).toMatchObject([{ value: ['Pneumatici: 195/65 R15'], isArray: true }]);
    expect(group('lpg').at(-1)).toMatchObject({ label: 'Scade il', color: 'al' });
    expect(group('administrative').find(({ label }) => label === 'Lista A1')).toMatchObject({
      value: 'SI',
      color: 'al',
    });
    expect(group('company')[0]).toMatchObject({ value: 'Trasporti Gelsi srl' });
  });

  it('VIS-20 VIS-21 a licence with points, dates, qualifications, prescriptions, messages; infractions one by one', () => {
    const info = {
      plate: null,
      chassis: null,
      licence: {
        number: 'U11234567Z',
        points: 0,
        request_reason: 'Controllo di polizia',
        issued_on: '2016-01-01',
        expires_on: '2026-01-01',
        categories: ['B'],
        qualifications: [],
        prescriptions: ['01 - Obbligo di lenti'],
        messages: ['Patente scaduta di validità'],
      },
      infractions: [
        {
          article: 'art. 146 c. 3',
          hypothesis: 'Semaforo rosso',
          points: 6,
          acquired_on: '2026-05-01',
          report: 'V1/1',
          authority: 'Polizia locale Cesena',
        },
      ],
    };
    const groups = buildResultGroups(createAnswer({ info }).info, t, TODAY).filter(({ visible }) => visible);
    expect(groups.map(({ label }) => label)).toEqual(['Dati patente', 'Infrazioni']);
    expect(groups[0]?.items.map(({ label, value, color }) => [label, value, color])).toEqual([
      ['Numero', 'U11234567Z', null],
      ['Saldo punti', '0', 'al'],
      ['Motivo richiesta', 'Controllo di polizia', null],
      ['Rilasciata il', '01/01/2016', null],
      ['Scade il', '01/01/2026', 'al'],
      ['Categorie', ['B'], null],
      ['Abilitazioni', 'Nessuna', null],
      ['Prescrizioni', ['01 - Obbligo di lenti'], null],
      ['Messaggi', ['Patente scaduta di validità'], null],
    ]);
    expect(groups[1]?.items[0]?.value).toEqual([
      'art. 146 c. 3, Semaforo rosso: 6 punti, 01/05/2026, verbale V1/1, Polizia locale Cesena',
    ]);
  });

  it('VIS-07 an answer without anything has no visible group', () => {
    for (const info of [null, { plate: 'GK508RB', chassis: null }])
      expect(buildResultGroups(createAnswer({ info }).info, t, TODAY).some(({ visible }) => visible)).toBe(false);
  });
});

describe('failures', () => {
  const failed = (code: string, subCode: string | undefined, status: number) =>
    classifyLookUpError(
      new ApiError({ code, status, host: 'plant', ...(subCode === undefined ? {} : { subCode }) } as never),
    );

  it.each([
    ['unavailable', 'registry_congested', 503, 'congested'],
    ['unavailable', 'registry_maintenance', 503, 'maintenance'],
    ['unavailable', 'registry_unreachable', 503, 'unreachable'],
    ['unavailable', 'registry_broken', 503, 'broken'],
    ['unavailable', 'registry_credentials', 503, 'credentials'],
    ['unavailable', 'registry_missing', 503, 'module'],
    ['unavailable', 'look_up_pending', 503, 'pending'],
    ['unavailable', 'network', 0, 'network'],
    ['unavailable', 'timeout', 0, 'network'],
    ['no_perms', 'paid_query_perms_require', 403, 'noPaidRight'],
    ['missing_license_option', 'rca_rev_license_missing', 403, 'noRcaLicence'],
    ['missing_license_option', 'visure_license_missing', 403, 'noPaidLicence'],
    ['invalid_token', 'jwt_expired', 401, 'unauthorised'],
    ['reason_required', undefined, 428, 'reason'],
    ['rate_limit_exceeded', undefined, 429, 'rate'],
    ['internal', undefined, 500, 'other'],
  ] as const)('VIS-36 VIS-39 %s %s (%s) is told as "%s"', (code, sub, status, kind) => {
    expect(failed(code, sub, status)).toBe(kind);
  });

  it('only what may have been paid says so, and can be tried again under the same press', () => {
    expect([mayBeCharged('pending'), mayBeCharged('network'), mayBeCharged('congested')]).toEqual([true, true, false]);
    expect([canRetry('pending'), canRetry('congested'), canRetry('module'), canRetry('noPaidRight')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
