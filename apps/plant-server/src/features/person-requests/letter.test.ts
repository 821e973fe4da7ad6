import {
  listRefusalGrounds,
  PERSON_REQUEST_KINDS,
  PERSON_REQUEST_REGIMES,
  type PersonFindings,
} from '@varco/contract/plant/person-requests.ts';
import { describe, expect, test } from 'vitest';
import { composeLetter, type LetterFacts } from './letter.ts';
import { composeNotice } from './restriction/notice.ts';

const FOUND: PersonFindings = {
  transiti: {
    n: 2,
    dal: '2026-10-31T23:30:00.000Z',
    al: '2026-11-03T10:00:00.000Z',
    varchi: [{ varco: 'Porta Fiume', n: 2 }],
    altra_nazione: 4,
  },
  immagini: { intere: 2, targa: 1, contesto: 0 },
  controlli: { assicurazione: 1, revisione: 0, registro_il: null },
  liste: [{ lista: 'blacklist', n: 5571 }],
  allarmi: [{ tipo: 'blacklist', esito: null, n: 5572 }],
  ...{ visure: 5573, esportazioni: 5574, note: 5575, etichette: 5576, correzioni: { verso: 1, da: 2 } },
  ...{ blocchi: 5577, consultazioni: 5578 },
};

const REQUEST: LetterFacts['request'] = {
  ...{ reference: 'Prot. 12/2026', kind: 'access', regime: 'gdpr', person_name: 'Chiara Inventata' },
  ...{ contact: 'Via Finta 1', plate: 'ZA482HC', nation: '', from_day: '2026-10-01', to_day: '2026-11-20' },
  ...{ received_on: '2026-11-20', extended_to: null, n_erased: null, n_held: null, ground: '' },
  ...{ n_restricted: null, n_unrestricted: null, restriction_at: null },
  ...{ state: 'answered', end_at: '2026-11-30T23:30:00.000Z' },
};

const compose = (more: Partial<LetterFacts['request']> = {}, facts: Partial<LetterFacts> = {}) =>
  composeLetter({
    request: { ...REQUEST, ...more },
    settings: {
      ...{ label: 'Prova Nord', municipality: 'Prova', retention_days: 90, plate_picture_days: 60 },
      ...{ context_picture_days: 30, retention_basis: 'regolamento comunale', retention_act: 'delibera 1' },
    },
    findings: FOUND,
    transits: null,
    ...facts,
  });
const textOf = (...given: Parameters<typeof compose>): string =>
  compose(...given)
    .paragrafi.map(({ titolo, testo }) => `${titolo}. ${testo}`)
    .join('\n');

test('an access states numbers and days of Rome, purposes, terms of the plant, sources, recipients and where to complain', () => {
  const letter = compose();
  expect(letter).toMatchObject({
    ente: 'Prova · impianto Prova Nord',
    data: '01/12/2026',
    riferimento: 'Prot. 12/2026',
  });
  const text = textOf();
  expect(text).toContain('2 transiti del veicolo, il primo del 01/11/2026 e l’ultimo del 03/11/2026');
  expect(text).toContain('per 90 giorni, le immagini della targa per 60 e quelle del contesto per 30');
  expect(text).toContain('regolamento comunale, delibera 1');
  for (const title of ['Base giuridica', 'Categorie di dati e finalità', 'Fonti', 'Destinatari', 'Reclamo e ricorso'])
    expect(text).toContain(`${title}. `);
  expect(text).toMatch(/art\. 15 .*art\. 77 .*art\. 79/s);
});

test('an access of a transit without pictures and checks says so, instead of counting nothing', () => {
  const immagini = { intere: 0, targa: 0, contesto: 0 };
  const controlli = { assicurazione: 0, revisione: 0, registro_il: null };
  const text = textOf({}, { findings: { ...FOUND, immagini, controlli } });
  expect(text).toContain(
    'Non sono conservate immagini. Non sono conservati esiti di controlli su assicurazione e revisione.',
  );
  expect(text).not.toContain('0 transiti');
});

test('lists, alerts, look-ups, exports, notes, holds and consultations are in no letter', () => {
  for (const kind of PERSON_REQUEST_KINDS)
    for (const regime of PERSON_REQUEST_REGIMES) expect(textOf({ kind, regime })).not.toMatch(/557\d/);
});

test('every ground has words of its own, and under the police decree none cites the Regulation', () => {
  const answers = listRefusalGrounds('police').map((ground) => textOf({ state: 'refused', regime: 'police', ground }));
  expect(new Set(answers).size).toBe(answers.length);
  expect(answers.filter((text) => text.includes('Regolamento'))).toEqual([]);
  expect(textOf({ state: 'refused', ground: 'identity' })).toContain('art. 12, paragrafo 6');
  expect(textOf({ state: 'refused', ground: 'identity' })).not.toContain('Categorie');
});

test('an erasure states what was deleted and what a hold protects; a rectification how many transits', () => {
  expect(textOf({ kind: 'erasure', n_erased: 5, n_held: 0 })).not.toContain('non cancellati');
  const held = textOf({ kind: 'erasure', n_erased: 5, n_held: 3 });
  expect(held).toMatch(/Transiti cancellati.*: 5\..*non cancellati .*art\. 17, paragrafo 3.*: 3\./);
  expect(textOf({ kind: 'rectification' })).toContain('rettificata in 3 transiti');
});

test('in the police regime the letter does not tell the person that a hold exists', () => {
  const police = { kind: 'erasure', regime: 'police', n_erased: 5 } as const;
  expect(textOf({ ...police, n_held: 3 })).toBe(textOf({ ...police, n_held: 0 }));
  expect(listRefusalGrounds('police')).not.toContain('legal_hold');
});

test('an access without transits says so, and an extension is named', () => {
  const none = { ...FOUND, transiti: { ...FOUND.transiti, n: 0, dal: null, al: null, varchi: [] } };
  expect(textOf({ extended_to: '2027-02-20' }, { findings: none })).toMatch(
    /prorogato al 20\/02\/2027.*non conserva transiti del veicolo/s,
  );
});

describe('a restriction', () => {
  const restricted = { kind: 'restriction', restriction_at: '2026-11-24T23:30:00.000Z', n_unrestricted: 2 } as const;

  test('states its day of Rome, how many transits, and what follows; a hold under the Regulation only', () => {
    const text = textOf({ ...restricted, n_restricted: 3 }, { findings: null });
    expect(text).toContain('Il 25/11/2026 il trattamento è stato limitato per 3 transiti');
    expect(text).toContain('Prima di un’eventuale revoca della limitazione Lei ne sarà informato.');
    expect(text).toContain('obbligo di conservazione: 2.');
    expect(textOf({ ...restricted, n_restricted: 1, regime: 'police' }, { findings: null })).toMatch(
      /per 1 transito(?!.*obbligo di conservazione: )/,
    );
  });

  test('answered before it could be carried out has the words it had', () => {
    expect(textOf({ kind: 'restriction' }, { findings: null })).toContain('il titolare ne ha disposto la limitazione');
  });

  test('of an earlier request is in an access by number and days, also where nothing else is stored', () => {
    const limitati = { n: 4, dal: '2026-10-31T23:30:00.000Z', al: '2026-11-03T10:00:00.000Z' };
    expect(textOf({}, { findings: { ...FOUND, limitati } })).toContain('4 transiti, dal 01/11/2026 al 03/11/2026');
    const none = { ...FOUND, transiti: { n: 0, dal: null, al: null, varchi: [], altra_nazione: 0 }, limitati };
    expect(textOf({}, { findings: none })).toContain(
      'il cui trattamento non sia limitato. Il trattamento di altri dati',
    );
  });

  test.each([
    ['gdpr', 'art. 18, paragrafo 3, del Regolamento'],
    ['police', 'art. 12 del D.Lgs. 18 maggio 2018, n. 51'],
  ] as const)('has a notice before it is lifted, without what the officer typed: %s', (regime, law) => {
    const request = { ...REQUEST, ...restricted, n_restricted: 3, regime, notice_at: '2026-12-01T10:00:00.000Z' };
    const { oggetto, data, paragrafi } = composeNotice({
      request: { ...request, n_held: null, erasure_at: null },
      settings: { label: 'Prova Nord', municipality: 'Prova' },
    });
    expect([oggetto, data]).toEqual(['Preavviso della revoca della limitazione del trattamento', '01/12/2026']);
    expect(JSON.stringify(paragrafi)).toContain(law);
    expect(JSON.stringify(paragrafi)).toContain(
      'Il 25/11/2026 il trattamento dei dati per il veicolo con targa ZA482HC',
    );
  });
});
