import { createHash, randomUUID } from 'node:crypto';
import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { addHold } from '@varco/contract/plant/holds.ts';
import * as api from '@varco/contract/plant/person-requests.ts';
import { addTransitNote } from '@varco/contract/plant/transit-notes.ts';
import { searchTransits } from '@varco/contract/plant/transits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/error-of.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import {
  createRequestClient,
  type EnteredBody,
  nextPlate,
  OFFICER,
  parseRequest,
  passage,
  startRequestPlant,
} from '../../testing/person-requests.ts';
import { REASON, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';

const OTHER_PLATE = 'ZC903KR';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startRequestPlant();
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.audit.records.length = 0;
});
const store = (...reads: NewRead[]) => insertReads(plant.deps.store, reads);
const { add, addProven, prove, search, find, extend, erase, end, letter, readLetter, list, ...restriction } =
  createRequestClient(() => plant);
const { restrict, announce, lift, notice } = restriction;

describe('rights', () => {
  test('only members of a group that works requests off, whatever else they may; and it gives no transit', async () => {
    const { id } = await addProven();
    for (const username of ['operatore', 'amministratore', 'comune', 'quattro', 'limitato', 'oscurato', 'pagante'])
      for (const answer of [
        await add({}, username),
        await prove(id, username),
        await search(id, username),
        await extend(id, username),
        await erase(id, 0, username),
        await restrict(id, 0, username),
        await announce(id, username),
        await lift(id, 0, username),
        await notice(id, username),
        await end(id, 'answered', null, username),
        await letter(id, username),
        await plant.call(api.listPersonRequests, {}, username),
        await plant.call(api.countDuePersonRequests, {}, username),
      ])
        expect(errorOf(answer)).toBe('no_perms/level');
    expect((await search(id)).status).toBe(200);
    expect(errorOf(await plant.call(searchTransits, { body: {} }, OFFICER, REASON))).toBe('no_perms/not_force');
  });

  test('every call is in the log with the number of the request as its case, whatever reason was sent', async () => {
    const { id } = await addProven();
    await search(id);
    await end(id);
    await letter(id);
    expect(plant.audit.records.map(({ action, reason }) => [action, reason?.code, reason?.case])).toEqual(
      ['add', 'identity', 'search', 'end', 'letter'].map((action) => [
        `person-requests.${action}`,
        'person-request',
        'Prot. 12/2026',
      ]),
    );
  });
});

describe('the register', () => {
  test('is due after one calendar month, and once, in that month, two more with a reason', async () => {
    const long = parseRequest(await add({ ricevuta_il: '2026-08-31', dal: '2026-08-01', al: '2026-08-31' }));
    expect(long.scadenza).toBe('2026-09-30');
    expect(errorOf(await extend(long.id))).toBe('conflict/request_not_extendable');
    const { id, scadenza } = parseRequest(await add());
    expect(scadenza).toBe('2026-12-20');
    expect(parseRequest(await extend(id))).toMatchObject({
      scadenza: '2027-02-20',
      proroga: { motivo: 'molti varchi' },
    });
    expect(errorOf(await extend(id))).toBe('conflict/request_not_extendable');
  });

  test('lists open ones by the day they are due, and names the urgent ones', async () => {
    const later = parseRequest(await add({ ricevuta_il: '2026-11-19' }));
    const urgent = parseRequest(await add({ ricevuta_il: '2026-10-22' }));
    const overdue = parseRequest(await add({ ricevuta_il: '2026-09-01' }));
    const closed = parseRequest(await end((await addProven({ ricevuta_il: '2026-01-02' })).id));
    const ids = (await list()).map(({ id }) => id);
    const positions = [overdue, urgent, later, closed].map(({ id }) => ids.indexOf(id));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    const { lotti } = api.countDuePersonRequests.response.parse(
      (await plant.call(api.countDuePersonRequests, {}, OFFICER)).body,
    );
    expect([overdue, urgent, later, closed].map(({ lotto }) => lotti.includes(lotto))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('the same batch again returns the same record', async () => {
    const lotto = randomUUID();
    const first = parseRequest(await add({ lotto }));
    expect(parseRequest(await add({ lotto, nome: 'Altro Nome' }))).toEqual(first);
  });

  test.each([
    { targa: 'AB*' },
    { targa: "A';drop table transit;--" },
    { targa: 'za482hc' },
    { targa: 'ZA?82HC' },
    { targa: '' },
    { dal: '2026-11-20', al: '2026-11-01' },
    { al: '2027-01-01' },
    { ricevuta_il: '2026-11-21' },
    { dal: '2026-02-30' },
    { nazione: 'it' },
    { nome: '  ' },
    { riferimento: '' },
    { riferimento: 'x'.repeat(61) },
    { nome: 'a\u0000bc' },
  ] satisfies Partial<EnteredBody>[])('refuses %j', async (body) => {
    const before = (await list()).length;
    expect((await add(body)).status).toBe(400);
    expect(await list()).toHaveLength(before);
  });
});

describe('nothing is disclosed', () => {
  test('before identity is proven; a refusal for that ground is possible', async () => {
    const { id } = parseRequest(await add());
    for (const answer of [await search(id), await end(id), await erase(id, 0)])
      expect(errorOf(answer)).toBe('conflict/request_no_identity');
    expect(parseRequest(await end(id, 'refused', 'identity'))).toMatchObject({ stato: 'refused' });
    const { paragrafi, allegato } = await readLetter(id);
    expect(JSON.stringify(paragrafi)).toContain('l’identità di chi ha presentato la richiesta non è stata provata');
    expect(allegato).toBeNull();
  });

  test('to a letter of an open or withdrawn request', async () => {
    const { id } = await addProven();
    expect((await letter(id)).status).toBe(409);
    await end(id, 'withdrawn');
    expect((await letter(id)).status).toBe(409);
  });
});

describe('the search', () => {
  test('counts transits, pictures, checks, lists, alerts, notes and holds of exactly this plate in its days', async () => {
    const plate = nextPlate();
    const hash = createHash('sha256').update('picture').digest('hex');
    const [first] = await store(
      passage(plate, { pictures: { full: hash }, direction: 2, lane: 1 }),
      passage(plate, { gate: 2 }),
      passage(`${plate}A`),
      passage(plate.slice(0, -1)),
      passage(plate, { at: '2026-10-31T22:59:59.999Z' }),
      passage(plate, { at: '2026-10-31T23:00:00.000Z', gate: 3 }),
    );
    await insertBlacklistRow(plant.pool, plate, { note: 'segreto' });
    const id = first?.id ?? '';
    await plant.call(
      addTransitNote,
      { params: { id }, body: { testo: `con ${OTHER_PLATE}`, etichette: ['furto'] } },
      'operatore',
      REASON,
    );
    await plant.call(
      addHold,
      { body: { targhe: [plate], motivo: 'indagine', atto: 'decreto 9' } },
      'amministratore',
      REASON,
    );
    const found = await find((await addProven({ targa: plate })).id);
    expect(found.trovato).toMatchObject({
      transiti: { n: 3, dal: '2026-10-31T23:00:00.000Z' },
      immagini: { intere: 1, targa: 0, contesto: 0 },
      liste: [{ lista: 'blacklist', n: 1 }],
      note: 1,
      etichette: 1,
      blocchi: 1,
    });
    expect(found.trovato.transiti.varchi.map(({ n }) => n)).toEqual([1, 1, 1]);
    expect(found.transiti[0]).toMatchObject({ data: '2026-10-31T23:00:00.000Z', varco: 'Ponte Vecchio' });
    const text = JSON.stringify(found);
    for (const secret of [OTHER_PLATE, 'segreto', 'furto', 'decreto 9', 'operatore'])
      expect(text).not.toContain(secret);
  });

  test('follows corrections: a read corrected to the plate belongs to it, one corrected away does not', async () => {
    const plate = nextPlate();
    const [misread, wrong] = await store(passage('ZZ001QQ', { gate: 2 }), passage(plate), passage(plate));
    const correct = (id: string | undefined, targa: string) =>
      plant.call(
        correctPlate,
        { params: { id: id ?? '' }, body: { targa, reason: 'letta male' } },
        'operatore',
        REASON,
      );
    expect((await correct(misread?.id, plate)).status).toBe(200);
    expect((await correct(wrong?.id, OTHER_PLATE)).status).toBe(200);
    const found = await find((await addProven({ targa: plate })).id);
    expect(found.trovato).toMatchObject({ transiti: { n: 2 }, correzioni: { verso: 1, da: 1 } });
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`ZZ001QQ|${OTHER_PLATE}`));
  });

  test('with a stated nation leaves out reads of another one', async () => {
    const plate = nextPlate();
    await store(passage(plate, { nation: 'I' }), passage(plate, { nation: 'D' }), passage(plate));
    const { trovato } = await find((await addProven({ targa: plate, nazione: 'I' })).id);
    expect(trovato.transiti).toMatchObject({ n: 2, altra_nazione: 1 });
  });

  test('takes a period of centuries, and answers a plate it never saw with nothing', async () => {
    const { trovato, transiti } = await find((await addProven({ targa: 'ZZ999ZZ', dal: '1900-01-01' })).id);
    expect([trovato.transiti.n, trovato.liste, transiti]).toEqual([0, [], []]);
  });
});
