import { describe, expect, it } from 'vitest';
import { createBlacklistEntry } from '../../../test/blacklist-entry.ts';
import {
  buildEntryBody,
  validateEntryForm,
  toEntryForm,
  createEntryForm,
  withMailAddresses,
  withDirectMails,
  withReserved,
} from './entry-form.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const initialForm = createEntryForm('AB123CD', ['a', 'b'], NOW);

const ENTRY = createBlacklistEntry({
  abilitata: false,
  all_1: 1,
  all_2: 0,
  all_3: 1,
  all_4: 7,
  telaio: 'T',
  marca: 'FIAT',
  modello: 'Panda',
  stato: 'Fuga',
  note1: 'uno',
  note2: 'due',
  mails: '!a@gdf.it,b@gdf.it',
  data_scadenza: '2027-01-01T22:59:59.999Z',
  ver: 3,
  groupid: 5,
  approssimata: true,
});

describe('the blacklist form', () => {
  it('BLK-14 begins enabled, one year ahead, with e-mail and smartphone, without radio and direct e-mails', () => {
    expect(initialForm).toMatchObject({
      expiry: '21/11/2027',
      isEnabled: true,
      mailAlarm: true,
      pushAlarm: true,
      radioAlarm: false,
      hasMails: false,
      isReserved: false,
    });
    const score = { modello: 'complici', formula: 'accomplice-2', punteggio: 220 } as const;
    const checked = { ...initialForm, checked: ' Viste le immagini ' };
    expect(buildEntryBody(checked, { groupId: 5, nowMs: NOW, score }).da_punteggio).toEqual({
      ...score,
      verifica: 'Viste le immagini',
    });
    expect(buildEntryBody(checked, { groupId: 5, nowMs: NOW })).not.toHaveProperty('da_punteggio');
    expect(buildEntryBody(initialForm, { groupId: 5, nowMs: NOW })).toMatchObject({
      data_scadenza: '2027-11-21T22:59:59.999Z',
      all_1: 1,
      all_2: 1,
      all_3: 0,
      mails: null,
      groupid: null,
    });
  });

  it('BLK-08 BLK-10 BLK-11 numbers become switches and go back as they came', () => {
    const form = toEntryForm(ENTRY);
    expect(form).toMatchObject({
      mailAlarm: true,
      pushAlarm: false,
      radioAlarm: true,
      hasMails: true,
      isForGroup: true,
    });
    expect(form.mails).toEqual({ addresses: ['a@gdf.it', 'b@gdf.it'], onlyThese: true });
    const body = buildEntryBody(form, { groupId: 1, nowMs: NOW, entry: ENTRY });
    for (const [name, value] of Object.entries(body)) expect([name, Reflect.get(ENTRY, name)]).toEqual([name, value]);
  });

  it('BLK-17 direct e-mails switch the e-mail alarm on, and off empties the list', () => {
    const quiet = { ...initialForm, mailAlarm: false };
    const on = withMailAddresses(withDirectMails(quiet, true), ['a@gdf.it', 'A@gdf.it']);
    expect([on.mailAlarm, on.mails.addresses]).toEqual([true, ['a@gdf.it']]);
    const off = withDirectMails(on, false);
    expect([off.mailAlarm, off.mails.addresses]).toEqual([true, []]);
  });

  it('BLK-18 BLK-26 reserved empties the direct e-mails, lives on one plant and wants users', () => {
    const form = withReserved(withMailAddresses(withDirectMails(initialForm, true), ['a@gdf.it']), true);
    expect([form.hasMails, form.mails.addresses, form.plants]).toEqual([false, [], ['a']]);
    expect(validateEntryForm(form, { isNew: true, nowMs: NOW })).toEqual({ users: 'users' });
    expect(validateEntryForm({ ...form, userIds: [7] }, { isNew: true, nowMs: NOW })).toEqual({});
    expect(validateEntryForm({ ...form, plants: [] }, { isNew: true, nowMs: NOW })).toEqual({
      users: 'users',
      plants: 'plants',
    });
    expect(validateEntryForm(form, { isNew: false, isShare: true, nowMs: NOW })).toEqual({});
  });

  it.each([
    [{ plate: '' }, { plate: 'required' }],
    [{ plate: 'A' }, { plate: 'plate' }],
    [{ plate: 'A'.repeat(33) }, { plate: 'plate' }],
    [{ expiry: '' }, { expiry: 'required' }],
    [{ expiry: 'boh' }, { expiry: 'day' }],
    [{ expiry: '21/11/2027' }, {}],
    [{ expiry: '22/11/2027' }, { expiry: 'tooFar' }],
    [{ expiry: 'domani' }, {}],
    [{ hasMails: true, mails: { addresses: ['nessuno'], onlyThese: false } }, { mails: 'mail' }],
  ])('BLK-20 BLK-22 BLK-24 with %j: %j', (change, expected) => {
    expect(validateEntryForm({ ...initialForm, ...change }, { isNew: true, nowMs: NOW })).toEqual(expected);
  });

  it('an expiry that was kept may stay, however far', () => {
    const form = { ...initialForm, expiry: '22/11/2027' };
    const storedExpiry = '2027-11-22T22:59:59.999Z';
    expect(validateEntryForm(form, { isNew: false, nowMs: NOW, keptExpiry: storedExpiry })).toEqual({});
  });
});
