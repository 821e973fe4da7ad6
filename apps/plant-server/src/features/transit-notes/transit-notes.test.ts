import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import {
  AnnotatedTransit,
  addTransitNote,
  listTransitNotes,
  removeTransitNote,
} from '@varco/contract/plant/transit-notes.ts';
import { MAX_NOTES, TransitNote, TransitDetail, getTransit } from '@varco/contract/plant/transit-detail.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { runRetention } from '../retention/run-retention.ts';

const DAY_MS = 86_400_000;
const PEOPLE = ['operatore', 'amministratore', 'limitato', 'oscurato', 'quattro', 'comune'];
let plant: TestPlant;
let id: string;
let atGateTwo: string;
let unread: string;
beforeAll(async () => {
  plant = await startTestPlant();
  // Created before the clock is moved: tokens created afterwards would not be valid once it is moved back.
  for (const name of PEOPLE) await plant.token(name);
});
afterAll(() => plant.close());
beforeEach(async () => {
  await plant.pool.query('delete from transit_note');
  plant.audit.records.length = 0;
  plant.clock.now = NOW;
  const stored = await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AB123CD', at: NOW },
    { gate: 2, plate: 'AB124CD', at: NOW },
    { gate: 1, plate: '', at: NOW },
  ]);
  [id = '', atGateTwo = '', unread = ''] = stored.map((read) => read.id);
});

const withCase = (number: string) => ({
  [REASON_HEADER]: encodeReason({ code: 'training', text: 'prova di addestramento', case: number }),
});
/** Any body: what the contract refuses is tried, too. */
const add = (body: object, who = 'operatore', transit = id, reason = REASON) =>
  plant.call(addTransitNote, { params: { id: transit }, body: body as { testo: string } }, who, reason);
const written = async (...input: Parameters<typeof add>) => TransitNote.parse((await add(...input)).body);
const remove = (note: string, who = 'operatore', transit = id) =>
  plant.call(removeTransitNote, { params: { id: transit, note } }, who, REASON);
const notesOf = async (who = 'operatore', transit = id) =>
  TransitDetail.parse((await plant.call(getTransit, { params: { id: transit } }, who, REASON)).body).note;
const list = async (body: object, who = 'operatore') => {
  const answer = await plant.call(listTransitNotes, { body }, who, REASON);
  expect(answer.status).toBe(200);
  const { objects, altri } = answer.body as { objects: unknown[]; altri: boolean };
  return { altri, texts: objects.map((one) => AnnotatedTransit.parse(one).nota.testo), objects };
};
const countRows = async () => (await plant.pool.query('select 1 from transit_note')).rowCount;

describe('a note', () => {
  it('has author, time, case and tags, stands on the transit for colleagues, and is counted in the list', async () => {
    const body = { testo: '  freccia rotta a destra ', etichette: ['da rivedere', 'danno', 'danno'] };
    const note = await written(body, 'operatore', id, withCase('9051/2026'));
    expect(note).toMatchObject({ testo: 'freccia rotta a destra', etichette: ['da rivedere', 'danno'] });
    expect(note).toMatchObject({ autore: 'operatore', data: NOW, pratica: '9051/2026', rimovibile: true });
    expect(await notesOf('limitato')).toEqual([{ ...note, rimovibile: false }]);
    const page = await plant.call(searchTransits, { body: { f_targa: 'AB12*' } }, 'operatore', REASON);
    const counts = TransitPage.parse(page.body).objects.map(({ targa, n_note: n }) => [targa, n]);
    expect(Object.fromEntries(counts)).toEqual({ AB123CD: 1, AB124CD: 0 });
  });

  it('of two moments stands newest first, and one of a passage without a plate is like any other', async () => {
    await written({ testo: 'prima' }, 'operatore', unread);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 1000);
    await written({ testo: 'seconda' }, 'amministratore', unread);
    expect((await notesOf('operatore', unread))?.map(({ testo }) => testo)).toEqual(['seconda', 'prima']);
  });

  it('is removed by its author or an administrator, by nobody else, and under its own transit only', async () => {
    const [own, foreign] = [await written({ testo: 'mia' }), await written({ testo: 'altra' }, 'amministratore')];
    expect((await remove(foreign.id)).status).toBe(404);
    expect((await remove(own.id, 'operatore', atGateTwo)).status).toBe(404);
    expect((await remove(own.id, 'amministratore')).status).toBe(204);
    expect((await remove(own.id)).status).toBe(404);
    expect((await notesOf())?.map(({ testo }) => testo)).toEqual(['altra']);
  });

  it('is in the log with its tags and without its text, and not written when the log is not', async () => {
    const { id: note } = await written({ testo: 'parola riservata', etichette: ['danno'] });
    await remove(note);
    const entries = plant.audit.records.filter(({ action }) => action.endsWith('-note'));
    expect(entries.map(({ action, detail }) => [action, detail?.['id'], detail?.['note']])).toEqual([
      ['transits.add-note', id, note],
      ['transits.remove-note', id, note],
    ]);
    expect(entries[0]?.detail).toMatchObject({ tags: ['danno'], characters: 16 });
    expect(JSON.stringify(entries)).not.toContain('riservata');
    const deaf = await startTestPlant();
    const [read] = await insertReads(deaf.deps.store, [{ gate: 1, plate: 'AB1', at: NOW }]);
    await deaf.token('operatore');
    deaf.audit.refuseWrites();
    const call = { params: { id: read?.id ?? '' }, body: { testo: 'x', etichette: [] } };
    expect((await deaf.call(addTransitNote, call, 'operatore', REASON)).status).toBe(503);
    expect((await deaf.pool.query('select 1 from transit_note')).rowCount).toBe(0);
    await deaf.close();
  });

  it('goes with its transit when the term is over, and stays with one on legal hold', async () => {
    const at = toIsoInstant(parseInstantMs(NOW) - 89 * DAY_MS);
    const reads = ['HH1', 'HH2', ''].map((plate) => ({ gate: 1, plate, at }));
    const old = await insertReads(plant.deps.store, reads);
    for (const { id: transit } of old) await written({ testo: `nota ${transit}` }, 'operatore', transit);
    await plant.pool.query(
      `insert into legal_hold (id, plates, from_ts, to_ts, reason, act, author, made_at)
       values (gen_random_uuid(), '{HH2}', '-infinity', 'infinity', 'prova', 'atto', gen_random_uuid(), $1)`,
      [NOW],
    );
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 2 * DAY_MS);
    // One written at the very moment in which its transit was deleted.
    await plant.pool.query(
      `insert into transit_note values (gen_random_uuid(), 'HH9', $1, 9, 'x', '{}', gen_random_uuid(), '', $1)`,
      [at],
    );
    await runRetention(plant.deps, new AbortController().signal);
    const { rows } = await plant.pool.query('select plate from transit_note');
    expect(rows).toEqual([{ plate: 'HH2' }]);
    await plant.pool.query('delete from legal_hold');
  });

  it('is refused beyond the limit of one transit, also when many are written at once', async () => {
    await plant.pool.query(
      `insert into transit_note select gen_random_uuid(), 'AB123CD', $1, $2, 'x', '{}', gen_random_uuid(), '', $1
       from generate_series(1, $3)`,
      [NOW, id, MAX_NOTES - 2],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => add({ testo: 'ancora' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: { sub_code: 'too_many_notes', data: { max: MAX_NOTES } },
    });
  });
});

describe('who and what is refused', () => {
  it.each([
    ['quattro', 'not_force'],
    ['comune', 'not_force'],
    ['oscurato', 'level'],
  ])('%s neither reads nor writes notes: %s', async (who, sub) => {
    await written({ testo: 'nota' });
    const refused = { status: 403, body: { error: { code: 'no_perms', sub_code: sub } } };
    expect(await add({ testo: 'x' }, who)).toMatchObject(refused);
    expect(await plant.call(listTransitNotes, { body: {} }, who, REASON)).toMatchObject(refused);
    expect(await countRows()).toBe(1);
  });

  it('who may not see plates gets neither notes nor their number with a transit', async () => {
    await written({ testo: 'targa AB123CD' });
    const detail = await plant.call(getTransit, { params: { id } }, 'oscurato', REASON);
    expect(detail.body).toMatchObject({ targa: '**' });
    expect(detail.body).not.toHaveProperty('note');
    expect(detail.body).not.toHaveProperty('n_note');
  });

  it('a transit at a gate of others or unknown does not exist, with its notes', async () => {
    await written({ testo: 'riservata' }, 'amministratore', atGateTwo);
    expect((await add({ testo: 'x' }, 'limitato', atGateTwo)).status).toBe(404);
    expect((await add({ testo: 'x' }, 'operatore', '1')).status).toBe(404);
    expect((await list({}, 'limitato')).texts).toEqual([]);
  });

  it.each([
    { testo: '' },
    { testo: '   ' },
    { testo: 'x'.repeat(1001) },
    { testo: 'a\u0000b' },
    { testo: 'a\u202eb' },
    { etichette: ['danno'] },
    { testo: '', etichette: ['Danno'] },
    { testo: '', etichette: [' danno'] },
    { testo: '', etichette: ['a', 'b', 'c', 'd', 'e', 'f'] },
    { testo: '', etichette: ['x'.repeat(31)] },
    { testo: '', etichette: ["'; drop table transit; --"] },
    { testo: 'x', etichette: 'danno' },
  ])('refuses %j', async (body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect(await countRows()).toBe(0);
  });
});

describe('the list of notes', () => {
  it('is by case, tag or author, newest first, page by page, and the reading is logged', async () => {
    for (const [testo, etichette, who, number] of [
      ['uno', ['danno'], 'operatore', '1/2026'],
      ['due', [], 'amministratore', '1/2026'],
      ['tre', ['danno', 'clone'], 'operatore', '2/2026'],
    ] as const) {
      plant.clock.now = toIsoInstant(parseInstantMs(plant.clock.now) + 1000);
      await written({ testo, etichette }, who, id, withCase(number));
    }
    expect((await list({})).texts).toEqual(['tre', 'due', 'uno']);
    expect((await list({ pratica: '1/2026' })).texts).toEqual(['due', 'uno']);
    expect((await list({ etichetta: 'danno' })).texts).toEqual(['tre', 'uno']);
    expect((await list({ mie: true }, 'amministratore')).texts).toEqual(['due']);
    const first = await list({ limit: 2 });
    expect([first.texts, first.altri]).toEqual([['tre', 'due'], true]);
    const last = AnnotatedTransit.parse(first.objects.at(-1));
    const rest = await list({ limit: 2, dopo: last.nota.id });
    expect([rest.texts, rest.altri]).toEqual([['uno'], false]);
    expect(last.transito).toMatchObject({ id, targa: 'AB123CD', varco_id: 1 });
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'transits.notes', count: 1, detail: { ids: [id] } });
  });

  it('is searched by text, whatever case and accents, and every character stands for itself', async () => {
    for (const testo of ['Velocità al 100% su Via_Forlì', 'velocita 100x viaXforli', 'O’Neill, façade bleuâtre'])
      await written({ testo });
    const found = async (testo: string) => (await list({ testo })).texts.toSorted();
    expect(await found('VELOCITA')).toEqual(['Velocità al 100% su Via_Forlì', 'velocita 100x viaXforli']);
    expect(await found('forlì')).toHaveLength(2);
    expect(await found('100%')).toEqual(['Velocità al 100% su Via_Forlì']);
    expect(await found('via_f')).toEqual(['Velocità al 100% su Via_Forlì']);
    expect(await found('Fac\u0327ade BLEUATRE')).toEqual(['O’Neill, façade bleuâtre']);
    for (const none of ['%', 'a%b', '\\', '.*', "'; drop table transit_note; --", 'velocita  al'])
      expect([none, await found(none)]).toEqual([none, none === '%' ? ['Velocità al 100% su Via_Forlì'] : []]);
  });

  it('is searched by author and by when it was written, all filters together, and the log names them', async () => {
    await written({ testo: 'prima' });
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 60_000);
    await written({ testo: 'seconda', etichette: ['danno'] }, 'amministratore', id, withCase('1/2026'));
    const dal = toIsoInstant(parseInstantMs(NOW) + 1);
    expect((await list({ autore: 'AMMINI' })).texts).toEqual(['seconda']);
    expect((await list({ autore: 'nessuno' })).texts).toEqual([]);
    expect((await list({ dal })).texts).toEqual(['seconda']);
    expect((await list({ al: dal })).texts).toEqual(['prima']);
    const all = { testo: 'SECON', autore: 'ammin', pratica: '1/2026', etichetta: 'danno', dal };
    expect((await list(all)).texts).toEqual(['seconda']);
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'transits.notes', detail: { filter: all, ids: [id] } });
    expect((await list({ ...all, al: toIsoInstant(parseInstantMs(NOW) + 2) })).texts).toEqual([]);
  });

  it('shows by no search a note on a transit that the person may not see', async () => {
    await written({ testo: 'segreta' }, 'amministratore', atGateTwo);
    expect((await list({ testo: 'segreta' }, 'amministratore')).texts).toEqual(['segreta']);
    const refused = await list({ testo: 'segreta', autore: 'ammin' }, 'limitato');
    expect([refused.texts, refused.altri]).toEqual([[], false]);
    expect(plant.audit.records.at(-1)).toMatchObject({ count: 0, detail: { filter: { testo: 'segreta' }, ids: [] } });
  });

  it('goes on after a note that was removed meanwhile, also among notes of the same moment', async () => {
    for (const testo of ['a', 'b', 'c', 'd', 'e']) await written({ testo });
    const whole = await list({});
    const first = await list({ limit: 2 });
    const { nota } = AnnotatedTransit.parse(first.objects.at(-1));
    await remove(nota.id);
    const rest = await list({ limit: 200, dopo: nota.id, dopo_data: nota.data });
    expect([...first.texts, ...rest.texts]).toEqual(whole.texts);
  });

  it.each([
    { testo: '' },
    { testo: '  ' },
    { testo: 'x'.repeat(81) },
    { testo: 'a\u0000b' },
    { testo: ['x'] },
    { autore: '' },
    { autore: 'x'.repeat(81) },
    { dal: 'ieri' },
    { dal: NOW, al: NOW },
    { dopo_data: NOW },
    { dopo: 'x' },
    { limit: 201 },
  ])('refuses the filter %j', async (body) => {
    const answer = await plant.call(listTransitNotes, { body: body as { testo: string } }, 'operatore', REASON);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  it('asks for a reason where the plant does', async () => {
    await plant.pool.query('update plant_settings set requires_reason = true');
    const answer = await plant.call(listTransitNotes, { body: {} }, 'operatore');
    await plant.pool.query('update plant_settings set requires_reason = false');
    expect(answer).toMatchObject({ status: 428, body: { error: { code: 'reason_required' } } });
  });
});
