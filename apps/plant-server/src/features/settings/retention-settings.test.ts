import { addHold } from '@varco/contract/plant/holds.ts';
import * as api from '@varco/contract/plant/settings.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import { expireLookUps } from '../look-ups/expire-look-ups.ts';
import { runRetention } from '../retention/run-retention.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

const ADMIN = 'amministratore';
const DAY_MS = 86_400_000;
const never = new AbortController().signal;
let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant();
  await plant.token(ADMIN);
  await insertReads(plant.deps.store, [
    { gate: 1, plate: 'AA000AA', at: daysAgo(10) },
    { gate: 1, plate: 'BB000BB', at: daysAgo(40) },
    { gate: 1, plate: 'CC000CC', at: daysAgo(50) },
    { gate: 2, plate: 'CC000CC', at: daysAgo(60) },
    { gate: 2, plate: 'DD000DD', at: daysAgo(100) },
  ]);
  // Pictures of two kinds; the context picture of 40 days is past its own term of 30 days.
  await plant.pool.query(
    `insert into transit_picture (plate, ts, id, full_hash, plate_hash, context_hash)
     select plate, ts, id, md5('f' || id) || md5('f'), '', md5('c' || id) || md5('c') from transit where plate in ('AA000AA', 'BB000BB', 'CC000CC')`,
  );
});
afterAll(() => plant.close());
beforeEach(() => {
  plant.audit.records.length = 0;
});

const daysAgo = (days: number): string => toIsoInstant(parseInstantMs(NOW) - days * DAY_MS);
const read = async () => api.PlantSettingsView.parse((await plant.call(api.readSettings, {}, ADMIN)).body).retention;
const preview = async (kind: api.RetentionKind, days: number) =>
  api.RetentionPreview.parse(
    (await plant.callRaw(api.previewRetention, { params: { kind }, query: { days } }, ADMIN)).body,
  );
const put = (kind: string, body: object, user = ADMIN) =>
  plant.callRaw(api.changeRetention, { params: { kind }, body: { basis: 'art. 2', act: 'delibera 2', ...body } }, user);
const counts = async (kind: api.RetentionKind, days: number) => {
  const found = await preview(kind, days);
  return [found.transits, found.alerts, found.plate_pictures, found.context_pictures].map(({ count }) => count);
};
const listPlates = async (): Promise<string[]> =>
  (await plant.pool.query<{ plate: string }>('select plate from transit order by ts')).rows.map(({ plate }) => plate);
const errorOf = (answer: { body: unknown }) => (answer.body as { error: Record<string, unknown> }).error;

describe('what a shorter term would delete', () => {
  it('is counted before anything changes, without what is past the present term', async () => {
    // DD000DD is past 90 days already. Context pictures past 30 days are, too.
    expect(await counts('transits', 45)).toEqual([2, 0, 2, 0]);
    expect(await counts('transits', 5)).toEqual([4, 0, 4, 1]);
    expect(await counts('plate_pictures', 45)).toEqual([0, 0, 2, 0]);
    expect(await counts('context_pictures', 5)).toEqual([0, 0, 0, 1]);
    expect(await preview('transits', 45)).toMatchObject({ from: daysAgo(90), to: daysAgo(45), empty: false });
    expect(await preview('transits', 80)).toMatchObject({ empty: true });
    expect(await counts('transits', 3650)).toEqual([0, 0, 0, 0]);
    expect((await listPlates()).length).toBe(5);
    expect(plant.audit.records).toEqual([]);
  });

  it('leaves out what a legal hold keeps, and what goes is what was counted', async () => {
    await plant.callRaw(addHold, { body: { targhe: ['BB000BB'], motivo: 'indagine', atto: 'decreto 1' } }, ADMIN);
    expect(await counts('transits', 30)).toEqual([2, 0, 2, 0]);
    const { ver } = (await read()).transits;
    expect((await put('transits', { days: 30, confirm: 'PRN', ver })).status).toBe(200);
    // Nothing goes with the call itself.
    expect((await listPlates()).length).toBe(5);
    expect(await runRetention(plant.deps, never)).toMatchObject({ transits: 3, plate_pictures: 0 });
    expect(await listPlates()).toEqual(['BB000BB', 'AA000AA']);
    expect((await put('transits', { days: 90, ver: ver + 1 })).status).toBe(200);
  });
});

describe('a change of a term', () => {
  it('needs the code of the plant when it is shorter, and is in the log with old and new', async () => {
    const { ver } = (await read()).plate_pictures;
    for (const confirm of [undefined, '', 'prn', 'Prova Nord']) {
      const answer = await put('plate_pictures', { days: 60, ver, ...(confirm === undefined ? {} : { confirm }) });
      expect([answer.status, errorOf(answer)['field']]).toEqual([400, 'body/confirm']);
    }
    expect(plant.audit.records.filter(({ outcome }) => outcome === 'ok')).toEqual([]);
    const answer = await put('plate_pictures', { days: 60, confirm: 'PRN', ver });
    expect(api.PlantSettingsView.parse(answer.body).retention.plate_pictures).toEqual({
      days: 60,
      basis: 'art. 2',
      act: 'delibera 2',
      ver: ver + 1,
      changed: { by: ADMIN, at: NOW },
    });
    expect(plant.audit.records.find(({ outcome }) => outcome === 'ok')).toMatchObject({
      action: 'settings.retention',
      detail: {
        retention: 'plate_pictures',
        before: { days: 90, basis: 'art. 1', act: 'delibera 1' },
        after: { days: 60, basis: 'art. 2', act: 'delibera 2' },
      },
    });
    // The other terms keep their own basis.
    expect((await read()).context_pictures).toMatchObject({ days: 30, basis: 'art. 1', changed: null });
    expect((await put('plate_pictures', { days: 60, confirm: 'PRN', ver })).status).toBe(409);
    await runRetention(plant.deps, never);
    expect(plant.audit.records.at(-1)).toMatchObject({
      action: 'retention.run',
      detail: { plate_picture_days: 60, plate_picture_ground: 'art. 2', act: 'delibera 2' },
    });
  });

  it('a picture cannot be kept longer than its transit', async () => {
    const { ver } = (await read()).context_pictures;
    const answer = await put('context_pictures', { days: 91, ver });
    expect([answer.status, errorOf(answer)['field']]).toEqual([400, 'body/days']);
  });

  it.each([
    ['no days', { days: 0 }],
    ['negative days', { days: -30 }],
    ['huge days', { days: 1e12 }],
    ['more than ten years', { days: 3651 }],
    ['half a day', { days: 1.5 }],
    ['a text', { days: '90' }],
    ['no basis', { basis: '' }],
    ['a basis of spaces', { basis: '      ' }],
    ['no act', { act: 'x' }],
    ['a huge act', { act: 'x'.repeat(201) }],
    ['a control character', { basis: 'art. \u0007 2' }],
    ['an unknown version', { ver: 0 }],
    ['a member more', { cutoff: NOW }],
  ])('%s is refused', async (_name, more) => {
    const before = await read();
    expect((await put('transits', { days: 120, ver: before.transits.ver, ...more })).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it.each(['alerts', 'retention_days', '__proto__', '%00'])('a kind that is none is refused: %s', async (kind) => {
    expect((await put(kind, { days: 120, ver: 1 })).status).toBe(400);
    expect((await plant.callRaw(api.previewRetention, { params: { kind }, query: { days: 5 } }, ADMIN)).status).toBe(
      400,
    );
  });

  it.each(['0', '-1', '1e9', 'x', '', '99999999999999999999'])('days of a preview are refused: %s', async (days) => {
    const answer = await plant.callRaw(api.previewRetention, { params: { kind: 'transits' }, query: { days } }, ADMIN);
    expect(answer.status).toBe(400);
  });

  it('RTE-20 it is for administrators only', async () => {
    const before = await read();
    for (const user of ['operatore', 'comune', 'quattro']) {
      expect((await put('transits', { days: 1, confirm: 'PRN', ver: before.transits.ver }, user)).status).toBe(403);
      const seen = await plant.callRaw(
        api.previewRetention,
        { params: { kind: 'transits' }, query: { days: 5 } },
        user,
      );
      expect(seen.status).toBe(403);
    }
    expect(await read()).toEqual(before);
  });
});

describe('the term of the answers of the ministry', () => {
  const readTerm = async () => (await read()).look_up_answers;
  const listStoredAnswers = async (): Promise<string[]> =>
    (
      await plant.pool.query<{ id: string }>(
        'select right(id::text, 1) as id from look_up where answer_sealed is not null order by id',
      )
    ).rows.map(({ id }) => id);

  it('is that of the environment until it is set; a shorter one says what goes, and the next run removes just that', async () => {
    await plant.pool.query(
      `insert into look_up (id, user_id, user_uuid, username, asked_at, request, key_kind, key_mac, key_sealed, is_paid, state, finished_at, answer_sealed)
       select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 1, gen_random_uuid(), 'rossi', at, 0, 0, n::text, '', false, 2, at, 'x'
         from unnest($1::int[], $2::timestamptz[]) as one (n, at)`,
      [
        [1, 2, 3],
        [daysAgo(10), daysAgo(40), daysAgo(170)],
      ],
    );
    expect(await readTerm()).toMatchObject({ days: 180, basis: '', act: '', from_environment: true, ver: 1 });
    expect((await preview('look_up_answers', 30)).look_up_answers).toEqual({ count: 2, capped: false });
    expect(await counts('look_up_answers', 30)).toEqual([0, 0, 0, 0]);
    expect((await preview('transits', 5)).look_up_answers.count).toBe(0);
    expect((await put('look_up_answers', { days: 30, ver: 1 })).status).toBe(400);
    expect((await put('look_up_answers', { days: 30, ver: 1, confirm: 'PRN' })).status).toBe(200);
    expect(await readTerm()).toMatchObject({ days: 30, basis: 'art. 2', act: 'delibera 2', from_environment: false });
    // Nothing goes with the call itself.
    expect(await listStoredAnswers()).toEqual(['1', '2', '3']);
    await expireLookUps(plant.deps);
    expect(await listStoredAnswers()).toEqual(['1']);
    expect(plant.audit.records.at(-1)).toMatchObject({
      action: 'lookups.expire',
      detail: { answers: 2, term_days: 30, ground: 'art. 2', act: 'delibera 2' },
    });
  });

  it('may be longer than that of transits, whose answers it is not', async () => {
    const { ver } = await readTerm();
    expect((await put('look_up_answers', { days: 365, ver })).status).toBe(200);
    expect((await put('look_up_answers', { days: 400, ver })).status).toBe(409);
    expect((await put('look_up_answers', { days: 4000, ver: ver + 1 })).status).toBe(400);
  });
});
