import { describe, expect, it } from 'vitest';
import { TransitDetail } from './transit-detail.ts';
import { Transit } from './transit.ts';

/** A transit as a plant sends it; invented. */
const SENT = {
  id: '7',
  targa: 'GK508RB',
  targa_corretta: null,
  confidence: 97.2,
  confidence_chars: [],
  nazione: 'I',
  provincia: 'FC',
  comune: 'Cesena',
  data: '2026-11-20T13:31:58.000Z',
  varco: 'V03 Via Emilia ovest',
  varco_id: 3,
  direction: 2,
  lane: 1,
  class: 'car',
  gps_lat: 44.1462,
  gps_lon: 12.2201,
  speed: 84,
  image_url: null,
  has_image: false,
  plate_image_url: null,
  has_plate_image: false,
  context_image_url: null,
  has_context_image: false,
  redacted: false,
  marca: 'FIAT',
  modello: 'Tipo SW',
  colore: 'grey',
  euro: 6,
  count_transits: 14,
  g_transits: 14,
  g_transit_days: 3,
  first_seen: null,
  last_seen: null,
  t_max: 0,
  assicurata: 'no',
  scadass: '2026-09-02',
  revisionata: 'si',
  scadrev: '2027-05-31',
  rubata: 'no',
  sives: '',
  agenti: 'Pattuglia 12 avvisata',
  allarme: 'si',
  is_adr: true,
  ADR: '33/1203',
  adr_raw: '33/1203',
  adr_class: '3',
  adr_un_no: '1203',
  adr_kemler: '33',
  adr_primary_label: 'Liquidi infiammabili',
  match: null,
} as const;

const without = (field: string): unknown => Object.fromEntries(Object.entries(SENT).filter(([key]) => key !== field));

describe('a transit on the wire (T 3.1)', () => {
  it.each([
    [
      'T 3.1',
      'identity and place, without the plant, which is known to who asked it',
      'id targa nazione provincia comune data varco varco_id direction class',
    ],
    [
      'ENT-02',
      'position and images',
      'gps_lat gps_lon speed image_url has_image plate_image_url has_plate_image context_image_url has_context_image redacted',
    ],
    [
      'ENT-03',
      'vehicle and recurrence',
      'marca modello colore euro count_transits g_transits g_transit_days first_seen last_seen t_max',
    ],
    ['ENT-04', 'alerts', 'assicurata scadass revisionata scadrev rubata sives agenti allarme'],
    ['ENT-05', 'hazardous goods', 'is_adr ADR adr_raw adr_class adr_un_no adr_primary_label'],
  ])('%s %s: every field is told as it came, and none may be missing', (_row, _group, fields) => {
    const parsed: Record<string, unknown> = { ...Transit.parse(SENT) };
    for (const field of fields.split(' ')) {
      expect(parsed[field], field).toEqual(Reflect.get(SENT, field));
      expect(Transit.safeParse(without(field)).success, field).toBe(false);
    }
  });

  it.each([[-1], [7], [3.5], ['6']])('ENT-03 the EURO class is a whole number from 0 to 6, not %s', (euro) =>
    expect(Transit.safeParse({ ...SENT, euro }).success).toBe(false),
  );

  it('ENT-06 the look-up of a transit: when, insurance, transport lists, and the owner, a person or a company', () => {
    const address = { indirizzo: 'Via dei Gelsi 4', citta: 'Cervia', provincia: 'RA' };
    const info = {
      visura_effettuata_il: '2026-11-20T13:32:00.000Z',
      dati_assicurazione: { compagnia: 'C', polizza: '1', dal: '2025-09-02', al: '2026-09-02', comporto: '2026-09-17' },
      allarme_lista_a1_scntt: true,
      allarme_lista_c_scntt: false,
    };
    const person = { nominativo: 'Zanellini Ilaria', codice_fiscale: 'ZNLLRI80A41Z000X', data_nascita: '1980-01-01' };
    const company = { ragione_sociale: 'Trasporti Gelsi srl', partita_iva: '12345670008' };
    const parse = (processed_info: unknown) =>
      TransitDetail.safeParse({ ...SENT, processed_info, days: [], altri: [] }).data?.processed_info;
    const ofPerson = { ...info, dati_anagrafici: { ...person, ...address } };
    const ofCompany = { ...info, dati_societa: { ...company, ...address } };
    expect([ofPerson, ofCompany, info].map(parse)).toEqual([ofPerson, ofCompany, info]);
    for (const field of Object.keys(info)) expect(parse({ ...info, [field]: undefined }), field).toBeUndefined();
    for (const field of Object.keys(person))
      expect(parse({ ...info, dati_anagrafici: { ...person, ...address, [field]: undefined } }), field).toBeUndefined();
  });

  it('ENT-07 fields nobody knows break nothing, and go no further', () => {
    const parsed = Transit.parse({ ...SENT, kemler_colour: 'orange', nuovo: { campo: [1] } });
    expect(parsed).toEqual(Transit.parse(SENT));
  });
});
