import * as api from '@varco/contract/plant/alerts.ts';
import { correctPlate } from '@varco/contract/plant/corrections.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { searchTransits, TransitPage } from '@varco/contract/plant/transits.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { VALID_CAR } from '../../testing/test-ministry.ts';
import { NOW, REASON, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

let plant: TestPlant;
beforeAll(async () => {
  plant = await startTestPlant({ ingestKeys: Object.values(INGEST_KEYS) });
});
afterAll(() => plant.close());
beforeEach(async () => {
  for (const table of ['alert', 'blacklist_entry']) await plant.pool.query(`delete from ${table}`);
});

/** One read, some seconds before now. */
async function sendRead(targa: string, seconds: number, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const data = toIsoInstant(parseInstantMs(NOW) - seconds * 1000);
  const reads = [{ varco_id: 1, targa, data, nazione: 'I', ...more }];
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
  await plant.deps.alerts.publishPending();
}

const WHITE_FIAT = { marca: 'FIAT', colore: 'bianco' };

async function raise(targa: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  await insertBlacklistRow(plant.pool, targa);
  await sendRead(targa, 1, more);
  const { rows } = await plant.pool.query<{ id: string }>('select id::text as id from alert where plate = $1', [targa]);
  return rows[0]?.id ?? '';
}

async function readOdds(id: string, who = 'operatore'): Promise<api.ReadOdds> {
  const answer = await plant.call(api.getReadOdds, { params: { id } }, who);
  expect(answer.status).toBe(200);
  return api.getReadOdds.response.parse(answer.body);
}
const stateOf = (odds: api.ReadOdds, term: string) => odds.voci.find(({ voce }) => voce === term)?.esito;

describe('odds of the read behind an alert', () => {
  it('names the neighbour that passed before with the same vehicle; corrections of the pair at the gate count against', async () => {
    for (const seconds of [900, 1800, 2700]) await sendRead('AB123CD', seconds, WHITE_FIAT);
    await sendRead('ZZ128ZZ', 3000);
    const { body } = await plant.call(searchTransits, { body: { f_targa: 'ZZ128ZZ' } }, 'operatore', REASON);
    const params = { id: TransitPage.parse(body).objects[0]?.id ?? '' };
    const correction = { targa: 'ZZ123ZZ', reason: '8 invece di 3' };
    const correct = await plant.call(correctPlate, { params, body: correction }, 'operatore', REASON);
    expect(correct.status).toBe(200);
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 1000);
    const odds = await readOdds(await raise('AB128CD', { ...WHITE_FIAT, confidence: 80 }));
    plant.clock.now = NOW;
    expect(odds).toMatchObject({
      probabile_errore: true,
      coppia: '8/3',
      vicina: { targa: 'AB123CD', al_varco: 3, impianto: 3, marca: 'FIAT', correzioni: 1 },
      passaggi: { al_varco: 0, impianto: 0 },
    });
    for (const term of ['neighbour', 'corrections', 'confidence', 'earlier'])
      expect(stateOf(odds, term)).toBe('against');
    expect(odds.voci.reduce((sum, { log_odds: one }) => sum + one, 0)).toBeCloseTo(odds.log_odds, 6);
    expect(odds.probabilita).toBeCloseTo(1 / (1 + Math.exp(-odds.log_odds)), 9);
  });

  it('without registry vehicle, earlier passages, neighbours or confidence these are unknown and no plate is named', async () => {
    const odds = await readOdds(await raise('KW740WK', WHITE_FIAT));
    expect(odds).toMatchObject({ atteso: null, vicina: null, coppia: '', probabile_errore: false });
    for (const term of ['brand', 'model', 'colour', 'class', 'confidence', 'character', 'corrections'])
      expect(stateOf(odds, term)).toBe('unknown');
    expect(stateOf(odds, 'neighbour')).toBe('for');
  });

  it('the registered vehicle is compared with the one seen, and passages do not stand in for it', async () => {
    const vehicle = { ...VALID_CAR, brand: 'BMW', model: 'X3', colour: 'black' };
    await plant.pool.query('insert into plate_check (plate, vehicle, checked_at) values ($1, $2, $3)', [
      ...['KW741WK', JSON.stringify(vehicle), NOW],
    ]);
    const odds = await readOdds(await raise('KW741WK', WHITE_FIAT));
    expect(odds).toMatchObject({
      letto: { marca: 'FIAT', colore: 'bianco' },
      atteso: { da: 'registry', marca: 'BMW', colore: 'black' },
    });
    expect(['brand', 'colour'].map((term) => stateOf(odds, term))).toEqual(['against', 'against']);
  });

  it('signed out, wrong role, gate not allowed, no such alert, no number: refused like the alert itself', async () => {
    const params = { id: await raise('KW742WK') };
    expect((await plant.call(api.getReadOdds, { params })).status).toBe(401);
    for (const who of ['comune', 'quattro', 'oscurato'])
      expect((await plant.call(api.getReadOdds, { params }, who)).status).toBe(403);
    expect((await plant.call(api.getReadOdds, { params }, 'senzavarchi')).status).toBe(404);
    expect((await plant.call(api.getReadOdds, { params: { id: '999999999' } }, 'operatore')).status).toBe(404);
    expect((await plant.callRaw(api.getReadOdds, { params: { id: 'x' } }, 'operatore')).status).toBe(400);
  });

  it('passages at gates that the reader may not see, and later ones, are neither counted nor named', async () => {
    await sendRead('VY744WK', 600, { varco_id: 2 });
    const id = await raise('VV744WK');
    await sendRead('VW744WK', 0);
    expect((await readOdds(id)).vicina).toMatchObject({ targa: 'VY744WK', al_varco: 0, impianto: 1 });
    expect((await readOdds(id, 'limitato')).vicina).toBeNull();
  });

  it('the log names the plate of the alert and the neighbour shown', async () => {
    await sendRead('KX743WK', 500);
    await readOdds(await raise('KK743WK'));
    expect(plant.audit.records.findLast(({ action }) => action === 'alerts.read')?.detail).toMatchObject({
      plate: 'KK743WK',
      neighbour: 'KX743WK',
    });
  });
});
