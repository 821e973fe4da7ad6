import { createHash } from 'node:crypto';
import { addHold, LegalHold, liftHold, listHolds } from '@varco/contract/plant/holds.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteTransits } from './delete-transits.repository.ts';
import { insertReads } from '../ingest/insert-reads.repository.ts';
import type { NewRead } from '../ingest/new-read.ts';
import { computeExpectedRollUps, readStoredRollUps } from '../../testing/roll-ups.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { runRetention } from './run-retention.ts';

const DAY_MS = 86_400_000;
const never = new AbortController().signal;
let plant: TestPlant;
let owner: Pool;
beforeAll(async () => {
  plant = await startTestPlant();
  owner = createPool({ url: plant.ownerUrl, applicationName: 'holds test owner', max: 1 });
  for (const name of ['operatore', 'amministratore']) await plant.token(name);
});
afterAll(async () => {
  await owner.end();
  await plant.close();
});
beforeEach(async () => {
  await owner.query(
    'truncate transit, transit_picture, plate_dict, plate_day, gate_hour, plate_correction, picture_removal, legal_hold',
  );
  plant.audit.records.length = 0;
});

const daysAgo = (days: number, ms = 0): string => toIsoInstant(parseInstantMs(NOW) - days * DAY_MS + ms);
const store = (...reads: NewRead[]) => insertReads(plant.deps.store, reads);
const REASON_TEXT = { motivo: 'indagine in corso', atto: 'decreto 12/2026' };
const add = (body: Record<string, unknown>, who = 'amministratore') =>
  plant.callRaw(addHold, { body: { ...REASON_TEXT, ...body } }, who);
const hold = async (body: Record<string, unknown>) => LegalHold.parse((await add(body)).body);
const callLiftHold = (id: string, who = 'amministratore') =>
  plant.call(liftHold, { params: { id }, body: { motivo: 'indagine chiusa' } }, who);
const keep = () => runRetention(plant.deps, never);
const listRemainingTransits = async (): Promise<string[]> =>
  (await plant.pool.query<{ plate: string; ts: string }>('select plate, ts from transit order by ts, plate')).rows.map(
    ({ plate, ts }) => `${plate} ${ts}`,
  );
const at = (plate: string, when: string, more: Partial<NewRead> = {}): NewRead => ({
  gate: 1,
  plate,
  at: when,
  ...more,
});
const rollUpsHold = async (): Promise<void> =>
  expect(await readStoredRollUps(plant.pool)).toEqual(await computeExpectedRollUps(plant.pool));

describe('a legal hold keeps beyond the term', () => {
  it('named plates, as read or as corrected, whenever they were read', async () => {
    const [, misread] = await store(
      at('AB123CD', daysAgo(95)),
      at('AB123CO', daysAgo(96)),
      at('AB123CD', daysAgo(200)),
      at('ZZ999ZZ', daysAgo(95)),
    );
    const author = '00000000-0000-4000-8000-000000000001';
    await plant.pool.query('insert into plate_correction values ($1, $2, $3, $4, $5, $6, $7)', [
      'AB123CO',
      daysAgo(96),
      misread?.id,
      'AB123CD',
      author,
      'prova',
      NOW,
    ]);
    await hold({ targhe: ['AB123CD', 'XX111XX'] });
    expect(await keep()).toMatchObject({ transits: 1 });
    expect(await listRemainingTransits()).toEqual([
      `AB123CD ${daysAgo(200)}`,
      `AB123CO ${daysAgo(96)}`,
      `AB123CD ${daysAgo(95)}`,
    ]);
    await rollUpsHold();
  });

  it('a window, both ends included to the millisecond, for every plate or for the named ones', async () => {
    const [from, to] = [daysAgo(120), daysAgo(110)];
    await store(
      at('AB123CD', daysAgo(120, -1)),
      at('AB123CD', from),
      at('ZZ999ZZ', to),
      at('ZZ999ZZ', daysAgo(110, 1)),
    );
    const made = await hold({ dal: from, al: to });
    expect(made).toMatchObject({ targhe: [], dal: from, al: to, autore: 'amministratore', tolto_il: null });
    await keep();
    expect(await listRemainingTransits()).toEqual([`AB123CD ${from}`, `ZZ999ZZ ${to}`]);
    await hold({ targhe: ['AB123CD'], al: to });
    await callLiftHold(made.id);
    await keep();
    expect(await listRemainingTransits()).toEqual([`AB123CD ${from}`]);
    await rollUpsHold();
  });

  it('with their pictures of every kind, and with the month they are in, until it is lifted', async () => {
    const [full, context, other] = ['full', 'context', 'other'].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    const months = async () =>
      (await owner.query(`select 1 from pg_class where relname in ('transit_2026_05', 'transit_picture_2026_05')`))
        .rowCount;
    await store(
      at('AB123CD', '2026-05-10T10:00:00Z', { pictures: { full: full ?? '', context: context ?? '' } }),
      at('ZZ999ZZ', '2026-05-10T10:00:00Z', { pictures: { full: other ?? '' } }),
    );
    const { id } = await hold({ targhe: ['AB123CD'] });
    expect(await keep()).toMatchObject({ transits: 1, plate_pictures: 0, context_pictures: 0 });
    const { rows } = await plant.pool.query(
      'select flags, full_hash, context_hash from transit join transit_picture using (plate, ts, id)',
    );
    expect(rows).toEqual([{ flags: 5, full_hash: full, context_hash: context }]);
    expect(await months()).toBe(2);
    expect(plant.audit.records.at(-1)).toMatchObject({ action: 'retention.run', detail: { holds: 1, transits: 1 } });

    expect((await callLiftHold(id)).body).toMatchObject({ tolto_da: 'amministratore', motivo_fine: 'indagine chiusa' });
    expect(await keep()).toMatchObject({ transits: 1 });
    expect([await listRemainingTransits(), await months()]).toEqual([[], 0]);
    await rollUpsHold();
  });

  it('from the moment it is answered, also while a deletion runs; many held rows do not stop the deletion of others', async () => {
    const reads = Array.from({ length: 300 }, (_, i) => at(i % 3 === 0 ? 'AB123CD' : `ZZ${100 + i}`, daysAgo(200, i)));
    await store(...reads);
    const stored = async () => (await listRemainingTransits()).filter((row) => row.startsWith('AB123CD')).length;
    let fromMs: number | undefined;
    let isOver = false;
    const deleting = (async () => {
      while (!isOver) {
        const batch = await deleteTransits(plant.pool, { fromMs, beforeMs: parseInstantMs(NOW), limit: 3 });
        fromMs = batch.fromMs;
        isOver = batch.count === 0;
      }
    })();
    await hold({ targhe: ['AB123CD'] });
    const kept = await stored();
    await deleting;
    expect(kept).toBeGreaterThan(0);
    expect(await stored()).toBe(kept);
    expect((await listRemainingTransits()).length).toBe(kept);
    await rollUpsHold();
  });
});

describe('who may, and what is recorded', () => {
  it('administrators of level 8 only; every act leaves an entry, a refused one too', async () => {
    for (const answer of [
      await add({ targhe: ['AB123CD'] }, 'operatore'),
      await plant.call(listHolds, {}, 'operatore'),
      await callLiftHold('00000000-0000-4000-8000-000000000009', 'operatore'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'no_perms', sub_code: 'level' } } });
    const { id } = await hold({ targhe: ['AB123CD', 'AB123CD'] });
    await callLiftHold(id);
    expect((await plant.call(listHolds, {}, 'amministratore', REASON)).body).toMatchObject({
      objects: [{ id, targhe: ['AB123CD'], dal: null, al: null, ...REASON_TEXT, tolto_il: NOW }],
    });
    expect(plant.audit.records.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'retention.add-hold denied',
      'retention.read-holds denied',
      'retention.lift-hold denied',
      'retention.add-hold ok',
      'retention.lift-hold ok',
      'retention.read-holds ok',
    ]);
    expect(plant.audit.records[3]).toMatchObject({
      actor: { name: 'amministratore' },
      detail: {
        hold: id,
        plates: ['AB123CD'],
        from: null,
        to: null,
        reason: REASON_TEXT.motivo,
        act: REASON_TEXT.atto,
      },
    });
  });

  it('a hold ends once; one that never was is not found', async () => {
    const { id } = await hold({ targhe: ['AB123CD'] });
    expect((await callLiftHold(id)).status).toBe(200);
    expect(await callLiftHold(id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect((await callLiftHold('00000000-0000-4000-8000-000000000009')).status).toBe(404);
  });

  it.each([
    {},
    { targhe: [] },
    { dal: NOW },
    { al: NOW },
    { targhe: ['ab123cd'] },
    { targhe: ['AB*'] },
    { targhe: ["A';--"] },
    { targhe: Array.from({ length: 101 }, (_, i) => `AB${i}CD`) },
    { dal: NOW, al: daysAgo(1) },
    { dal: 'ieri', al: NOW },
    { targhe: ['AB123CD'], motivo: '   ' },
    { targhe: ['AB123CD'], atto: '' },
    { targhe: ['AB123CD'], atto: 'x'.repeat(201) },
    { targhe: ['AB123CD'], motivo: 'abc\u0000def' },
    { targhe: ['AB123CD'], autore: 'altri' },
  ])('refuses %j', async (body) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
    expect((await plant.pool.query('select 1 from legal_hold')).rowCount).toBe(0);
  });

  it('no entry in the log, no hold and no end of one', async () => {
    const deaf = await startTestPlant();
    await deaf.token('amministratore');
    const made = await deaf.call(addHold, { body: { ...REASON_TEXT, targhe: ['AB123CD'] } }, 'amministratore');
    const { id } = LegalHold.parse(made.body);
    deaf.audit.refuseWrites();
    for (const answer of [
      await deaf.call(addHold, { body: { ...REASON_TEXT, targhe: ['CD123AB'] } }, 'amministratore'),
      await deaf.call(liftHold, { params: { id }, body: { motivo: 'prova' } }, 'amministratore'),
    ])
      expect(answer).toMatchObject({ status: 503, body: { error: { sub_code: 'audit_unavailable' } } });
    const { rows } = await deaf.pool.query('select plates, lifted_at from legal_hold');
    expect(rows).toEqual([{ plates: ['AB123CD'], lifted_at: null }]);
    await deaf.close();
  });
});
