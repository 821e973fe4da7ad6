import { describe, expect, it } from 'vitest';
import {
  acceptsLookUpKey,
  isLookUpText,
  isPaidRequest,
  detectLibrettoKey,
  LOOK_UP_KEYS,
  LOOK_UP_REQUESTS,
  LOOK_UP_VEHICLES,
  normaliseLookUpText,
  toLookUpVehicle,
  detectPatenteKey,
} from './look-up-codes.ts';

describe('codes of look-ups', () => {
  it('VIS-12 request kinds', () =>
    expect(LOOK_UP_REQUESTS).toEqual({
      anagrafica: 0,
      'anagrafica-completa': 1,
      base: 2,
      libretto: 3,
      'dettagli-veicolo': 4,
      'dati-patente': 5,
      'infrazioni-patente': 6,
    }));
  it('VIS-13 search keys', () =>
    expect(LOOK_UP_KEYS).toEqual({ targa: 0, 'numero-patente': 1, 'codice-fiscale': 2, 'numero-telaio': 3 }));
  it('VIS-14 vehicle kinds', () =>
    expect(LOOK_UP_VEHICLES).toEqual({ autoveicolo: 0, motoveicolo: 1, rimorchio: 2, ciclomotore: 3 }));

  it('only RCA and revision are free', () => {
    const free = Object.entries(LOOK_UP_REQUESTS).filter(([, request]) => !isPaidRequest(request));
    expect(free.map(([name]) => name)).toEqual(['base', 'dettagli-veicolo']);
  });

  it('a request is searched only by what its register knows', () => {
    expect([0, 1, 2, 3].map((key) => acceptsLookUpKey(3, key as 0 | 1 | 2 | 3))).toEqual([true, false, true, true]);
    expect([0, 1, 2, 3].map((key) => acceptsLookUpKey(5, key as 0 | 1 | 2 | 3))).toEqual([false, true, true, false]);
    expect([0, 1, 2, 3].map((key) => acceptsLookUpKey(2, key as 0 | 1 | 2 | 3))).toEqual([true, false, false, false]);
  });

  it('what was typed is brought into the form of the registers', () => {
    expect(normaliseLookUpText(' gk 508-rb ')).toBe('GK508RB');
    expect(isLookUpText(0, 'GK508RB')).toBe(true);
    expect(isLookUpText(2, 'GK508RB')).toBe(false);
    expect(isLookUpText(2, '12345670008')).toBe(true);
    expect(isLookUpText(3, 'ZZZ0123456789ABCD')).toBe(true);
  });
});

describe('kinds that switch while typing', () => {
  it.each([
    ['AA000AA', 2, 0],
    ['AA000AA8', 2, 0],
    ['AA000AA89', 0, 0],
    ['AA000AA89', 2, 2],
    ['AA000AA890', 0, 0],
    ['12345678901', 0, 2],
    ['RSSMRA80A01Z000U', 0, 2],
    ['', 2, 0],
    ['ZZZ0', 3, 3],
    ['ZZZ0123456789ABCD', 3, 3],
  ] as const)('VIS-31 Libretto: "%s" with kind %s becomes %s', (text, present, expected) =>
    expect(detectLibrettoKey(text, present)).toBe(expected),
  );

  it.each([
    ['U1234567Z', 1],
    ['A'.repeat(15), 1],
    ['A'.repeat(16), 2],
    ['A'.repeat(20), 2],
  ] as const)('VIS-32 Patente: "%s" is of kind %s', (text, expected) => expect(detectPatenteKey(text)).toBe(expected));

  it('VIS-05 the class of a transit says the kind of vehicle', () => {
    expect(['car', 'motorbike', 'trailer', 'moped', 'bus', 'undefined'].map(toLookUpVehicle)).toEqual([
      0, 1, 2, 3, 0, 0,
    ]);
  });
});
