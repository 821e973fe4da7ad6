import { describe, expect, it } from 'vitest';
import { DEFAULT_DOMAINS, isForceUser, isInstitutional, isProviderStaff } from './user-kind.ts';

const person = (email: string, username = 'rossi', emailVerified = true) => ({ email, username, emailVerified });

describe('user kinds by domain (P 1)', () => {
  it.each([
    ['a.bruni@carabinieri.it', true],
    ['A.Bruni@Carabinieri.IT', true],
    ['a.bruni@cc.carabinieri.it', true],
    ['a.bruni@nocarabinieri.it', false],
    ['a.bruni@carabinieri.it.example', false],
    ['carabinieri.it', false],
    ['@carabinieri.it', false],
    ['a.bruni@.carabinieri.it', false],
  ])('KIND-01 force e-mail %s: %s', (email, expected) => {
    expect(isForceUser(person(email), DEFAULT_DOMAINS)).toBe(expected);
  });

  it('KIND-01 a username that is an e-mail counts too; an unverified address grants nothing', () => {
    expect(isForceUser(person('a@posta.example', 'bruni@gdf.it'), DEFAULT_DOMAINS)).toBe(true);
    expect(isForceUser(person('a@posta.example'), DEFAULT_DOMAINS)).toBe(false);
    expect(isForceUser(person('a@gdf.it', 'bruni@gdf.it', false), DEFAULT_DOMAINS)).toBe(false);
  });

  it('KIND-02 KIND-04 recognition follows the configured lists', () => {
    const lists = { ...DEFAULT_DOMAINS, force: ['guardie.example'], staff: ['fornitore.example'] };
    expect(isForceUser(person('a@gdf.it'), lists)).toBe(false);
    expect(isForceUser(person('a@guardie.example'), lists)).toBe(true);
    expect(isProviderStaff(person('a@varco.example'), lists)).toBe(false);
    expect(isProviderStaff(person('a@fornitore.example'), lists)).toBe(true);
  });

  it('KIND-03 provider staff by company domain', () => {
    expect(isProviderStaff(person('a@varco.example'), DEFAULT_DOMAINS)).toBe(true);
    expect(isProviderStaff(person('a@gdf.it'), DEFAULT_DOMAINS)).toBe(false);
  });

  it.each([
    ['pm@comune.sole.it', true],
    ['pm@polizia.comune.sole.it', true],
    ['x@comune.it', false],
    ['x@ente.gov.it', true],
    ['x@gdf.it', true],
    ['x@posta.example', false],
  ])('KIND-06 institutional %s: %s', (email, expected) => {
    expect(isInstitutional(person(email), DEFAULT_DOMAINS)).toBe(expected);
  });
});
