import * as api from '@varco/contract/plant/alert-channels.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { MAX_DELIVERY_ATTEMPTS } from '@varco/domain/alerts/deliveries.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetChannels, startTestMailServer, type TestMailServer } from '../../testing/channel-receivers.ts';
import { buildApiKeyHeader, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import * as mail from '../../testing/mail-channel.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';

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
  post.recipientResponse = null;
  post.mails.length = 0;
  await resetChannels(plant);
  await plant.pool.query('update plant_user set notifica_blacklist = false, gates = case when id = 5 then gates end');
});

const ADMIN = 'amministratore';
let secondsPassed = 0;
async function sendRead(targa: string, gate = 1, minutesAgo = 0): Promise<void> {
  secondsPassed += 1;
  const ageMs = minutesAgo * 60_000 + secondsPassed * 1000;
  const reads = [{ varco_id: gate, targa, data: toIsoInstant(parseInstantMs(plant.clock.now) - ageMs) }];
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
  expect(answer.status).toBe(200);
}
const runDispatcher = (): Promise<void> => mail.runDispatcher(plant);
const advanceClock = (ms: number): void => mail.advanceClock(plant, ms);
const readChannelState = async (kind: string) =>
  (await mail.readChannels(plant)).canali.find(({ tipo }) => tipo === kind);
const openMail = (more: Parameters<typeof mail.openMailChannel>[2] = {}): Promise<void> =>
  mail.openMailChannel(plant, post.port, more);
const addRecipient = (more: Partial<mail.RecipientInput> = {}): Promise<number> => mail.addRecipient(plant, more);
const deliveries = async () => {
  const { body } = await plant.call(api.listAlertDeliveries, {}, ADMIN);
  return api.listAlertDeliveries.response.parse(body).objects;
};
const outcomes = async () => (await deliveries()).map(({ destinatario, esito }) => `${destinatario} ${esito}`).sort();
const listMailRecipients = () => post.mails.flatMap(({ to }) => to).sort();

describe('e-mail', () => {
  it('BLK-10 a listed plate is mailed to the recipients of the plant: gate, kind and link, no plate unless allowed', async () => {
    await openMail();
    await addRecipient();
    await insertBlacklistRow(plant.pool, 'AA111AA');
    await sendRead('AA111AA');
    await runDispatcher();
    expect(post.mails).toMatchObject([{ from: 'varco@prova.example', to: ['centrale@gdf.it'] }]);
    expect(post.mails[0]?.source).toMatch(/^Subject: \[Varco\] Blacklist: Porta Fiume/m);
    expect(post.mails[0]?.text).toContain('Porta Fiume (Prova Nord)');
    expect(post.mails[0]?.source).not.toContain('AA111AA');
    await openMail({ mostra_targa: true });
    await insertBlacklistRow(plant.pool, 'AA222AA');
    await sendRead('AA222AA');
    await runDispatcher();
    expect(post.mails[1]?.text).toContain('Targa AA222AA');
    expect(await outcomes()).toEqual(['Centrale sent', 'Centrale sent']);
  });

  it('BLK-10 an entry without e-mail alarm mails nobody', async () => {
    await openMail();
    await addRecipient();
    await insertBlacklistRow(plant.pool, 'AA333AA', { mail: false, mails: 'uno@gdf.it' });
    await sendRead('AA333AA');
    await runDispatcher();
    expect(listMailRecipients()).toEqual([]);
  });

  it('BLK-11 direct e-mails of an entry are mailed besides; with "!" only they are; other domains never', async () => {
    await openMail();
    await addRecipient();
    await insertBlacklistRow(plant.pool, 'AA444AA', { mails: 'uno@gdf.it,due@nucleo.gdf.it,estraneo@posta.example' });
    await insertBlacklistRow(plant.pool, 'AA555AA', { mails: '!tre@gdf.it' });
    await sendRead('AA444AA');
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['centrale@gdf.it', 'due@nucleo.gdf.it', 'uno@gdf.it']);
    post.mails.length = 0;
    await sendRead('AA555AA');
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['tre@gdf.it']);
  });

  it('decisions: kinds and gates of a recipient narrow what is told', async () => {
    await openMail();
    await addRecipient({ nome: 'Rubate', indirizzo: 'rubate@gdf.it', tipi: ['rubata'] });
    await addRecipient({ nome: 'Varco 2', indirizzo: 'due@gdf.it', varchi: [2] });
    await insertBlacklistRow(plant.pool, 'AA666AA');
    await sendRead('AA666AA', 1);
    await sendRead('AA666AA', 2);
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['due@gdf.it']);
  });

  it('T 6 what is for one group, one person or the INTERFORCE list reaches no office; a person is told by own rights', async () => {
    await openMail();
    await addRecipient({ nome: 'Ufficio', indirizzo: 'ufficio@gdf.it' });
    await addRecipient({ nome: 'Gruppo', indirizzo: 'gruppo@gdf.it', utente: 'operatore' });
    await addRecipient({ nome: 'Altri', indirizzo: 'altri@gdf.it', utente: 'amministratore' });
    await addRecipient({ nome: 'Oscurato', indirizzo: 'oscurato@gdf.it', utente: 'oscurato' });
    await addRecipient({ nome: 'Limitato', indirizzo: 'limitato@gdf.it', utente: 'limitato' });
    await plant.pool.query('update plant_user set notifica_blacklist = true');
    await insertBlacklistRow(plant.pool, 'AB111AA', { group: 1 });
    await sendRead('AB111AA', 2);
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['gruppo@gdf.it']);
    post.mails.length = 0;
    await plant.pool.query('update plant_user set notifica_blacklist = false where id = 2');
    await insertBlacklistRow(plant.pool, 'AB222AA');
    await sendRead('AB222AA', 2);
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['gruppo@gdf.it', 'ufficio@gdf.it']);
    post.mails.length = 0;
    await plant.pool.query(`update plant_user set interforce = 'enabled' where id = 1`);
    await insertBlacklistRow(plant.pool, 'AB333AA', { isInterforce: true });
    await sendRead('AB333AA', 2);
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['gruppo@gdf.it']);
  });

  it('TPERM-12 a read that arrives late is told to somebody limited by age only where t_max is a window', async () => {
    const setLimit = (limit: string) => plant.pool.query('update plant_settings set time_limit = $1', [limit]);
    await openMail();
    await plant.pool.query('update plant_user set notifica_blacklist = true');
    await addRecipient({ nome: 'Breve', indirizzo: 'breve@gdf.it', utente: 'breve', pausa_minuti: 0 });
    await addRecipient({ nome: 'Operatore', indirizzo: 'operatore@gdf.it', utente: 'operatore', pausa_minuti: 0 });
    await insertBlacklistRow(plant.pool, 'AB555AA');
    await setLimit('age');
    await sendRead('AB555AA', 1, 180);
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['operatore@gdf.it']);
    await sendRead('AB555AA');
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['breve@gdf.it', 'operatore@gdf.it', 'operatore@gdf.it']);
    post.mails.length = 0;
    await setLimit('window');
    await sendRead('AB555AA', 1, 180);
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['breve@gdf.it', 'operatore@gdf.it']);
  });

  it('a right taken back between writing and sending: nothing leaves', async () => {
    await openMail();
    await plant.pool.query('update plant_user set notifica_blacklist = true');
    await addRecipient({ utente: 'operatore' });
    await insertBlacklistRow(plant.pool, 'AB444AA');
    await sendRead('AB444AA');
    await plant.deps.alerts.publishPending();
    await plant.deps.channels.writePending();
    await plant.pool.query('update plant_user set notifica_blacklist = false');
    await runDispatcher();
    expect(listMailRecipients()).toEqual([]);
    expect(await outcomes()).toEqual(['Centrale dropped']);
  });
});

describe('restraint', () => {
  it('quiet hours keep a message back, over midnight too; stolen and blacklist come through unless told otherwise', async () => {
    await openMail();
    // 15:31 in Rome.
    const silenzio = { dalle: 15 * 60, alle: 6 * 60 };
    await addRecipient({ nome: 'Quieto', indirizzo: 'quieto@gdf.it', silenzio, urgenti_sempre: false });
    await addRecipient({ nome: 'Urgenze', indirizzo: 'urgenze@gdf.it', silenzio });
    await insertBlacklistRow(plant.pool, 'AC111AA');
    await sendRead('AC111AA');
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['urgenze@gdf.it']);
    expect(await outcomes()).toEqual(['Quieto quiet', 'Urgenze sent']);
  });

  it('cool-down: the same plate is told once in ten minutes, and again afterwards', async () => {
    await openMail();
    await addRecipient();
    await insertBlacklistRow(plant.pool, 'AC222AA');
    await sendRead('AC222AA', 1);
    await sendRead('AC222AA', 2);
    await runDispatcher();
    advanceClock(9 * 60_000);
    await sendRead('AC222AA', 1);
    await runDispatcher();
    expect(listMailRecipients()).toHaveLength(1);
    advanceClock(2 * 60_000);
    await sendRead('AC222AA', 1);
    await runDispatcher();
    expect(listMailRecipients()).toHaveLength(2);
    expect(await outcomes()).toEqual(['Centrale cooled', 'Centrale cooled', 'Centrale sent', 'Centrale sent']);
  });

  it('rate: a storm reaches a recipient at its pace, and is not lost', async () => {
    await openMail();
    await addRecipient({ al_minuto: 2, pausa_minuti: 0 });
    await addRecipient({ nome: 'Altro', indirizzo: 'altro@gdf.it', al_minuto: 60, pausa_minuti: 0 });
    await insertBlacklistRow(plant.pool, 'AC333AA');
    for (let i = 0; i < 5; i += 1) await sendRead('AC333AA');
    await runDispatcher();
    expect(listMailRecipients().filter((to) => to === 'centrale@gdf.it')).toHaveLength(2);
    expect(listMailRecipients().filter((to) => to === 'altro@gdf.it')).toHaveLength(5);
    expect((await readChannelState('mail'))?.in_attesa).toBe(3);
    await plant.pool.query('delete from rate_counter');
    advanceClock(60_000);
    await runDispatcher();
    await plant.pool.query('delete from rate_counter');
    advanceClock(60_000);
    await runDispatcher();
    expect(listMailRecipients().filter((to) => to === 'centrale@gdf.it')).toHaveLength(5);
  });
});

describe('a service that fails', () => {
  it('a mail server that is away for an hour: the channel pauses, says so, and everything arrives once', async () => {
    await openMail();
    await addRecipient({ pausa_minuti: 0, al_minuto: 60 });
    const { port } = post;
    await post.close();
    await insertBlacklistRow(plant.pool, 'AD111AA');
    for (let i = 0; i < 8; i += 1) await sendRead('AD111AA');
    for (let i = 0; i < 20; i += 1) {
      await runDispatcher();
      advanceClock(3 * 60_000);
    }
    expect(await readChannelState('mail')).toMatchObject({
      in_errore_dal: NOW,
      in_attesa: 8,
      ultimo_errore: expect.stringMatching(/\S/),
    });
    expect((await deliveries()).every(({ tentativi }) => tentativi === 0)).toBe(true);
    post = await startTestMailServer(port);
    await runDispatcher();
    expect(new Set(post.mails.map(({ messageId }) => messageId)).size).toBe(8);
    expect(post.mails).toHaveLength(8);
    expect(await readChannelState('mail')).toMatchObject({ in_errore_dal: null, in_attesa: 0, ultimo_errore: '' });
  });

  it('a recipient that is refused for good is told at once; one put off is tried later each time, then given up and told', async () => {
    await openMail();
    await addRecipient({ al_minuto: 60 });
    post.recipientResponse = { code: 550, text: 'no such mailbox' };
    await insertBlacklistRow(plant.pool, 'AD222AA');
    await sendRead('AD222AA');
    await runDispatcher();
    expect(await deliveries()).toMatchObject([
      { esito: 'refused', errore: expect.stringContaining('no such mailbox') },
    ]);
    post.recipientResponse = { code: 451, text: 'greylisted' };
    advanceClock(11 * 60_000);
    await sendRead('AD222AA');
    await runDispatcher();
    expect((await deliveries())[0]).toMatchObject({
      esito: null,
      tentativi: 1,
      errore: expect.stringContaining('greylisted'),
    });
    await runDispatcher();
    expect((await deliveries())[0]?.tentativi).toBe(1);
    for (let i = 0; i < MAX_DELIVERY_ATTEMPTS + 2; i += 1) {
      advanceClock(11 * 60_000);
      await runDispatcher();
    }
    expect((await deliveries())[0]).toMatchObject({ esito: 'given_up', tentativi: MAX_DELIVERY_ATTEMPTS });
    expect(await readChannelState('mail')).toMatchObject({ non_consegnati: 2, in_errore_dal: null });
  });

  it('what is older than a day is given up, and an alert of a passage that old alarms nobody', async () => {
    await openMail();
    await addRecipient();
    await plant.pool.query(`update alert_channel set paused_until = now() + interval '100 years' where kind = 'mail'`);
    await insertBlacklistRow(plant.pool, 'AD333AA');
    await sendRead('AD333AA');
    await runDispatcher();
    advanceClock(25 * 3_600_000);
    await plant.deps.channels.expireOldMessages();
    expect(await outcomes()).toEqual(['Centrale given_up']);
    await plant.pool.query('update alert_channel set paused_until = null');
    const reads = [{ varco_id: 1, targa: 'AD333AA', data: NOW }];
    await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: buildApiKeyHeader('all') });
    await runDispatcher();
    expect(listMailRecipients()).toEqual([]);
  });

  it('two processes share the outbox: nothing twice', async () => {
    await openMail();
    for (let i = 0; i < 6; i += 1) await addRecipient({ nome: `n${i}`, indirizzo: `n${i}@gdf.it`, pausa_minuti: 0 });
    await insertBlacklistRow(plant.pool, 'AD444AA');
    await sendRead('AD444AA');
    await Promise.all([runDispatcher(), runDispatcher(), runDispatcher()]);
    expect(new Set(listMailRecipients()).size).toBe(6);
    expect(listMailRecipients()).toHaveLength(6);
  });

  it('a process that died while it sent: its message is free again after a minute, with the id it had', async () => {
    await openMail();
    await addRecipient();
    await insertBlacklistRow(plant.pool, 'AD666AA');
    await sendRead('AD666AA');
    await plant.deps.alerts.publishPending();
    await plant.deps.channels.writePending();
    await plant.pool.query(
      `update alert_delivery set tries = 1, next_try_at = $1::timestamptz + interval '60 seconds'`,
      [NOW],
    );
    await runDispatcher();
    expect(listMailRecipients()).toEqual([]);
    advanceClock(61_000);
    await runDispatcher();
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['centrale@gdf.it']);
    const [row] = (await plant.pool.query<{ id: string; alert: string }>('select id, alert from alert_delivery')).rows;
    expect(post.mails[0]?.messageId).toBe(`<alert-${row?.alert ?? ''}-new-${row?.id ?? ''}@prova.example>`);
  });

  it('the log refuses its entry: nothing is written and nothing leaves; later it does', async () => {
    await openMail();
    await addRecipient();
    await insertBlacklistRow(plant.pool, 'AD555AA');
    await sendRead('AD555AA');
    plant.audit.refuseWrites();
    await expect(runDispatcher()).rejects.toThrow('refused');
    expect(listMailRecipients()).toEqual([]);
    plant.audit.acceptWrites();
    await runDispatcher();
    expect(listMailRecipients()).toEqual(['centrale@gdf.it']);
    const entry = plant.audit.records.findLast(({ action }) => action === 'alerts.notify');
    expect(entry).toMatchObject({ count: 1, detail: { messages: [{ plate: 'AD555AA', channel: 'mail' }] } });
  });
});
