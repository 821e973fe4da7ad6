import { takeAlert } from '@varco/contract/plant/alerts.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resetChannels, startTestMailServer, type TestMailServer } from '../../testing/channel-receivers.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { addRecipient, advanceClock, openMailChannel, runDispatcher } from '../../testing/mail-channel.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { escalateAndPublishAlerts } from '../alerts/alert-jobs.ts';

let plant: TestPlant;
let post: TestMailServer;
beforeAll(async () => {
  plant = await startTestPlant(
    { ingestKeys: Object.values(INGEST_KEYS) },
    { isDemo: true, renewsTokens: true, outbound: { allowedCidrs: ['127.0.0.0/8'] } },
  );
  post = await startTestMailServer();
});
afterAll(async () => {
  await post.close();
  await plant.close();
});
beforeEach(async () => {
  post.mails.length = 0;
  await resetChannels(plant);
});

async function sendRead(targa: string): Promise<void> {
  const reads = [{ varco_id: 1, targa, data: toIsoInstant(parseInstantMs(plant.clock.now) - 1000) }];
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
}
const listMailRecipients = () => post.mails.flatMap(({ to }) => to).sort();

it('an open alert nobody takes goes to the second recipient; one that was taken does not', async () => {
  await openMailChannel(plant, post.port);
  await addRecipient(plant, { nome: 'Secondo', indirizzo: 'secondo@gdf.it', nuovi: false, solleciti: true });
  await insertBlacklistRow(plant.pool, 'AC444AA');
  await insertBlacklistRow(plant.pool, 'AC555AA');
  await sendRead('AC444AA');
  await sendRead('AC555AA');
  await plant.deps.alerts.publishPending();
  await runDispatcher(plant);
  expect(listMailRecipients()).toEqual([]);
  const { rows } = await plant.pool.query<{ id: string }>(`select id::text as id from alert where plate = 'AC555AA'`);
  await plant.pool.query(`update alert set raised_at = $1`, [NOW]);
  await plant.call(takeAlert, { params: { id: rows[0]?.id ?? '' }, body: {} }, 'operatore');
  advanceClock(plant, 4 * 60_000);
  await escalateAndPublishAlerts(plant.deps);
  await runDispatcher(plant);
  expect(listMailRecipients()).toEqual(['secondo@gdf.it']);
  expect(post.mails[0]?.source).toContain('NON PRESO IN CARICO');
  await escalateAndPublishAlerts(plant.deps);
  await runDispatcher(plant);
  expect(listMailRecipients()).toHaveLength(1);
});

it('the supervisor is told after the shift; who missed a step while nothing ran is told with the next', async () => {
  await openMailChannel(plant, post.port);
  const supervisor = { nome: 'Responsabile', indirizzo: 'capo@gdf.it', nuovi: false, responsabile: true };
  await addRecipient(plant, { nome: 'Secondo', indirizzo: 'secondo@gdf.it', nuovi: false, solleciti: true });
  await addRecipient(plant, supervisor);
  await insertBlacklistRow(plant.pool, 'AC666AA');
  await sendRead('AC666AA');
  await plant.pool.query(`update alert set raised_at = $1`, [NOW]);
  advanceClock(plant, 61_000);
  await escalateAndPublishAlerts(plant.deps);
  // No message is written before the second step.
  advanceClock(plant, 61_000);
  await escalateAndPublishAlerts(plant.deps);
  await runDispatcher(plant);
  expect(listMailRecipients().toSorted()).toEqual(['capo@gdf.it', 'secondo@gdf.it']);
  const toSupervisor = post.mails.find(({ source }) => source.includes('capo@gdf.it'));
  expect(toSupervisor?.source).toContain('AL RESPONSABILE');
  await escalateAndPublishAlerts(plant.deps);
  await runDispatcher(plant);
  expect(listMailRecipients()).toHaveLength(2);
});
