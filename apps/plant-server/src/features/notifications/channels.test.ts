import * as api from '@varco/contract/plant/alert-channels.ts';
import { takeAlert } from '@varco/contract/plant/alerts.ts';
import { ingestReads } from '@varco/contract/plant/ingest.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { MOST_TRIES } from '@varco/domain/alerts/deliveries.ts';
import { isoOf, msOf } from '@varco/domain/time/rome.ts';
import { injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailCatcher, startMailCatcher } from '../../testing/channel-receivers.ts';
import { apiKey, INGEST_KEYS } from '../../testing/ingest-keys.ts';
import { listBlack } from '../../testing/listed-rows.ts';
import { NOW, startTestPlant, type TestPlant } from '../../testing/test-plant.ts';
import { tellOpenAlerts } from '../alerts/alert-chores.ts';

let plant: TestPlant;
let post: MailCatcher;
beforeAll(async () => {
  plant = await startTestPlant(
    { ingestKeys: Object.values(INGEST_KEYS) },
    { isDemo: true, renewsTokens: true, outbound: { allowedCidrs: ['127.0.0.0/8'] } },
  );
  post = await startMailCatcher();
});
afterAll(async () => {
  await post.close();
  await plant.close();
});
beforeEach(async () => {
  plant.clock.now = NOW;
  post.answer = null;
  post.mails.length = 0;
  for (const table of ['alert', 'blacklist_entry', 'alert_recipient', 'rate_counter'])
    await plant.pool.query(`delete from ${table}`);
  await plant.pool.query(
    `update alert_channel set is_enabled = false, settings = '{}', secret = null, fails = 0, failing_since = null, paused_until = null`,
  );
  await plant.pool.query('update plant_user set notifica_blacklist = false, gates = case when id = 5 then gates end');
});

const ADMIN = 'amministratore';
let seconds = 0;
async function pass(targa: string, gate = 1): Promise<void> {
  seconds += 1;
  const reads = [{ varco_id: gate, targa, data: isoOf(msOf(plant.clock.now) - seconds * 1000) }];
  const answer = await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: apiKey('all') });
  expect(answer.status).toBe(200);
}
const work = async (): Promise<void> => {
  await plant.deps.alerts.settled();
  await plant.deps.channels.settled();
};
const later = (ms: number): void => {
  plant.clock.now = isoOf(msOf(plant.clock.now) + ms);
};
const overview = async () => {
  const { body } = await plant.call(api.readAlertChannels, {}, ADMIN);
  return api.readAlertChannels.response.parse(body);
};
const stateOf = async (kind: string) => (await overview()).canali.find(({ tipo }) => tipo === kind);

const mailSettings = () => ({
  server: 'localhost',
  porta: post.port,
  sicurezza: 'nessuna' as const,
  utente: '',
  mittente: 'varco@prova.example',
  autorita: '',
});
async function openMail(more: { readonly mostra_targa?: boolean; readonly segreto?: string } = {}): Promise<void> {
  const ver = (await stateOf('mail'))?.ver ?? 0;
  const body = { tipo: 'mail' as const, impostazioni: mailSettings(), attivo: true, mostra_targa: false, ver, ...more };
  expect((await plant.call(api.saveAlertChannel, { body }, ADMIN)).status).toBe(200);
}
type Wish = Parameters<typeof plant.call<typeof api.addAlertRecipient>>[1]['body'];
const wish = (more: Partial<Wish> = {}): Wish => ({
  canale: 'mail',
  nome: 'Centrale',
  indirizzo: 'centrale@gdf.it',
  tipi: [...ALERT_KINDS],
  ...more,
});
async function addTo(more: Partial<Wish> = {}): Promise<number> {
  const answer = await plant.call(api.addAlertRecipient, { body: wish(more) }, ADMIN);
  expect(answer.status).toBe(200);
  return api.AlertRecipient.parse(answer.body).id;
}
const deliveries = async () => {
  const { body } = await plant.call(api.listAlertDeliveries, {}, ADMIN);
  return api.listAlertDeliveries.response.parse(body).objects;
};
const outcomes = async () => (await deliveries()).map(({ destinatario, esito }) => `${destinatario} ${esito}`).sort();
const told = () => post.mails.flatMap(({ to }) => to).sort();

describe('e-mail', () => {
  it('BLK-10 a listed plate is mailed to the recipients of the plant: gate, kind and link, no plate unless allowed', async () => {
    await openMail();
    await addTo();
    await listBlack(plant.pool, 'AA111AA');
    await pass('AA111AA');
    await work();
    expect(post.mails).toMatchObject([{ from: 'varco@prova.example', to: ['centrale@gdf.it'] }]);
    expect(post.mails[0]?.source).toMatch(/^Subject: \[Varco\] Blacklist: Porta Fiume/m);
    expect(post.mails[0]?.text).toContain('Porta Fiume (Prova Nord)');
    expect(post.mails[0]?.source).not.toContain('AA111AA');
    await openMail({ mostra_targa: true });
    await listBlack(plant.pool, 'AA222AA');
    await pass('AA222AA');
    await work();
    expect(post.mails[1]?.text).toContain('Targa AA222AA');
    expect(await outcomes()).toEqual(['Centrale sent', 'Centrale sent']);
  });

  it('BLK-10 an entry without e-mail alarm mails nobody', async () => {
    await openMail();
    await addTo();
    await listBlack(plant.pool, 'AA333AA', { mail: false, mails: 'uno@gdf.it' });
    await pass('AA333AA');
    await work();
    expect(told()).toEqual([]);
  });

  it('BLK-11 direct e-mails of an entry are mailed besides; with "!" only they are; other domains never', async () => {
    await openMail();
    await addTo();
    await listBlack(plant.pool, 'AA444AA', { mails: 'uno@gdf.it,due@nucleo.gdf.it,estraneo@posta.example' });
    await listBlack(plant.pool, 'AA555AA', { mails: '!tre@gdf.it' });
    await pass('AA444AA');
    await work();
    expect(told()).toEqual(['centrale@gdf.it', 'due@nucleo.gdf.it', 'uno@gdf.it']);
    post.mails.length = 0;
    await pass('AA555AA');
    await work();
    expect(told()).toEqual(['tre@gdf.it']);
  });

  it('decisions: kinds and gates of a recipient narrow what is told', async () => {
    await openMail();
    await addTo({ nome: 'Rubate', indirizzo: 'rubate@gdf.it', tipi: ['rubata'] });
    await addTo({ nome: 'Varco 2', indirizzo: 'due@gdf.it', varchi: [2] });
    await listBlack(plant.pool, 'AA666AA');
    await pass('AA666AA', 1);
    await pass('AA666AA', 2);
    await work();
    expect(told()).toEqual(['due@gdf.it']);
  });

  it('T 6 what is for one group, one person or the INTERFORCE list reaches no office; a person is told by own rights', async () => {
    await openMail();
    await addTo({ nome: 'Ufficio', indirizzo: 'ufficio@gdf.it' });
    await addTo({ nome: 'Gruppo', indirizzo: 'gruppo@gdf.it', utente: 'operatore' });
    await addTo({ nome: 'Altri', indirizzo: 'altri@gdf.it', utente: 'amministratore' });
    await addTo({ nome: 'Oscurato', indirizzo: 'oscurato@gdf.it', utente: 'oscurato' });
    await addTo({ nome: 'Limitato', indirizzo: 'limitato@gdf.it', utente: 'limitato' });
    await plant.pool.query('update plant_user set notifica_blacklist = true');
    await listBlack(plant.pool, 'AB111AA', { group: 1 });
    await pass('AB111AA', 2);
    await work();
    expect(told()).toEqual(['gruppo@gdf.it']);
    post.mails.length = 0;
    await plant.pool.query('update plant_user set notifica_blacklist = false where id = 2');
    await listBlack(plant.pool, 'AB222AA');
    await pass('AB222AA', 2);
    await work();
    expect(told()).toEqual(['gruppo@gdf.it', 'ufficio@gdf.it']);
    post.mails.length = 0;
    await plant.pool.query(`update plant_user set interforce = 'enabled' where id = 1`);
    await listBlack(plant.pool, 'AB333AA', { isInterforce: true });
    await pass('AB333AA', 2);
    await work();
    expect(told()).toEqual(['gruppo@gdf.it']);
  });

  it('a right taken back between writing and sending: nothing leaves', async () => {
    await openMail();
    await plant.pool.query('update plant_user set notifica_blacklist = true');
    await addTo({ utente: 'operatore' });
    await listBlack(plant.pool, 'AB444AA');
    await pass('AB444AA');
    await plant.deps.alerts.settled();
    await plant.deps.channels.write();
    await plant.pool.query('update plant_user set notifica_blacklist = false');
    await work();
    expect(told()).toEqual([]);
    expect(await outcomes()).toEqual(['Centrale dropped']);
  });
});

describe('restraint', () => {
  it('quiet hours keep a message back, over midnight too; stolen and blacklist come through unless told otherwise', async () => {
    await openMail();
    // 15:31 in Rome.
    const silenzio = { dalle: 15 * 60, alle: 6 * 60 };
    await addTo({ nome: 'Quieto', indirizzo: 'quieto@gdf.it', silenzio, urgenti_sempre: false });
    await addTo({ nome: 'Urgenze', indirizzo: 'urgenze@gdf.it', silenzio });
    await listBlack(plant.pool, 'AC111AA');
    await pass('AC111AA');
    await work();
    expect(told()).toEqual(['urgenze@gdf.it']);
    expect(await outcomes()).toEqual(['Quieto quiet', 'Urgenze sent']);
  });

  it('cool-down: the same plate is told once in ten minutes, and again afterwards', async () => {
    await openMail();
    await addTo();
    await listBlack(plant.pool, 'AC222AA');
    await pass('AC222AA', 1);
    await pass('AC222AA', 2);
    await work();
    later(9 * 60_000);
    await pass('AC222AA', 1);
    await work();
    expect(told()).toHaveLength(1);
    later(2 * 60_000);
    await pass('AC222AA', 1);
    await work();
    expect(told()).toHaveLength(2);
    expect(await outcomes()).toEqual(['Centrale cooled', 'Centrale cooled', 'Centrale sent', 'Centrale sent']);
  });

  it('rate: a storm reaches a recipient at its pace, and is not lost', async () => {
    await openMail();
    await addTo({ al_minuto: 2, pausa_minuti: 0 });
    await addTo({ nome: 'Altro', indirizzo: 'altro@gdf.it', al_minuto: 60, pausa_minuti: 0 });
    await listBlack(plant.pool, 'AC333AA');
    for (let i = 0; i < 5; i += 1) await pass('AC333AA');
    await work();
    expect(told().filter((to) => to === 'centrale@gdf.it')).toHaveLength(2);
    expect(told().filter((to) => to === 'altro@gdf.it')).toHaveLength(5);
    expect((await stateOf('mail'))?.in_attesa).toBe(3);
    await plant.pool.query('delete from rate_counter');
    later(60_000);
    await work();
    await plant.pool.query('delete from rate_counter');
    later(60_000);
    await work();
    expect(told().filter((to) => to === 'centrale@gdf.it')).toHaveLength(5);
  });

  it('escalation: an open alert nobody takes goes to the second recipient; one that was taken does not', async () => {
    await openMail();
    await addTo({ nome: 'Secondo', indirizzo: 'secondo@gdf.it', nuovi: false, solleciti: true });
    await listBlack(plant.pool, 'AC444AA');
    await listBlack(plant.pool, 'AC555AA');
    await pass('AC444AA');
    await pass('AC555AA');
    await plant.deps.alerts.settled();
    await work();
    expect(told()).toEqual([]);
    const { rows } = await plant.pool.query<{ id: string }>(`select id::text as id from alert where plate = 'AC555AA'`);
    await plant.pool.query(`update alert set raised_at = $1`, [NOW]);
    await plant.call(takeAlert, { params: { id: rows[0]?.id ?? '' }, body: {} }, 'operatore');
    later(4 * 60_000);
    await tellOpenAlerts(plant.deps);
    await work();
    expect(told()).toEqual(['secondo@gdf.it']);
    expect(post.mails[0]?.source).toContain('NON PRESO IN CARICO');
    await tellOpenAlerts(plant.deps);
    await work();
    expect(told()).toHaveLength(1);
  });
});

describe('a service that fails', () => {
  it('a mail server that is away for an hour: the channel pauses, says so, and everything arrives once', async () => {
    await openMail();
    await addTo({ pausa_minuti: 0, al_minuto: 60 });
    const { port } = post;
    await post.close();
    await listBlack(plant.pool, 'AD111AA');
    for (let i = 0; i < 8; i += 1) await pass('AD111AA');
    for (let i = 0; i < 20; i += 1) {
      await work();
      later(3 * 60_000);
    }
    expect(await stateOf('mail')).toMatchObject({
      in_errore_dal: NOW,
      in_attesa: 8,
      ultimo_errore: expect.stringMatching(/\S/),
    });
    expect((await deliveries()).every(({ tentativi }) => tentativi === 0)).toBe(true);
    post = await startMailCatcher(port);
    await work();
    expect(new Set(post.mails.map(({ messageId }) => messageId)).size).toBe(8);
    expect(post.mails).toHaveLength(8);
    expect(await stateOf('mail')).toMatchObject({ in_errore_dal: null, in_attesa: 0, ultimo_errore: '' });
  });

  it('a recipient that is refused for good is told at once; one put off is tried later each time, then given up and told', async () => {
    await openMail();
    await addTo({ al_minuto: 60 });
    post.answer = { code: 550, text: 'no such mailbox' };
    await listBlack(plant.pool, 'AD222AA');
    await pass('AD222AA');
    await work();
    expect(await deliveries()).toMatchObject([
      { esito: 'refused', errore: expect.stringContaining('no such mailbox') },
    ]);
    post.answer = { code: 451, text: 'greylisted' };
    later(11 * 60_000);
    await pass('AD222AA');
    await work();
    expect((await deliveries())[0]).toMatchObject({
      esito: null,
      tentativi: 1,
      errore: expect.stringContaining('greylisted'),
    });
    await work();
    expect((await deliveries())[0]?.tentativi).toBe(1);
    for (let i = 0; i < MOST_TRIES + 2; i += 1) {
      later(11 * 60_000);
      await work();
    }
    expect((await deliveries())[0]).toMatchObject({ esito: 'given_up', tentativi: MOST_TRIES });
    expect(await stateOf('mail')).toMatchObject({ non_consegnati: 2, in_errore_dal: null });
  });

  it('what is older than a day is given up, and an alert of a passage that old alarms nobody', async () => {
    await openMail();
    await addTo();
    await plant.pool.query(`update alert_channel set paused_until = now() + interval '100 years' where kind = 'mail'`);
    await listBlack(plant.pool, 'AD333AA');
    await pass('AD333AA');
    await work();
    later(25 * 3_600_000);
    await plant.deps.channels.giveUpOld();
    expect(await outcomes()).toEqual(['Centrale given_up']);
    await plant.pool.query('update alert_channel set paused_until = null');
    const reads = [{ varco_id: 1, targa: 'AD333AA', data: NOW }];
    await injectRaw(plant.app, ingestReads, { body: { reads } }, { headers: apiKey('all') });
    await work();
    expect(told()).toEqual([]);
  });

  it('two processes share the outbox: nothing twice', async () => {
    await openMail();
    for (let i = 0; i < 6; i += 1) await addTo({ nome: `n${i}`, indirizzo: `n${i}@gdf.it`, pausa_minuti: 0 });
    await listBlack(plant.pool, 'AD444AA');
    await pass('AD444AA');
    await Promise.all([work(), work(), work()]);
    expect(new Set(told()).size).toBe(6);
    expect(told()).toHaveLength(6);
  });

  it('a process that died while it sent: its message is free again after a minute, with the id it had', async () => {
    await openMail();
    await addTo();
    await listBlack(plant.pool, 'AD666AA');
    await pass('AD666AA');
    await plant.deps.alerts.settled();
    await plant.deps.channels.write();
    await plant.pool.query(
      `update alert_delivery set tries = 1, next_try_at = $1::timestamptz + interval '60 seconds'`,
      [NOW],
    );
    await work();
    expect(told()).toEqual([]);
    later(61_000);
    await work();
    await work();
    expect(told()).toEqual(['centrale@gdf.it']);
    const [row] = (await plant.pool.query<{ id: string; alert: string }>('select id, alert from alert_delivery')).rows;
    expect(post.mails[0]?.messageId).toBe(`<alert-${row?.alert ?? ''}-new-${row?.id ?? ''}@prova.example>`);
  });

  it('the log refuses its entry: nothing is written and nothing leaves; later it does', async () => {
    await openMail();
    await addTo();
    await listBlack(plant.pool, 'AD555AA');
    await pass('AD555AA');
    plant.audit.refuseWrites();
    await expect(work()).rejects.toThrow('refused');
    expect(told()).toEqual([]);
    plant.audit.acceptWrites();
    await work();
    expect(told()).toEqual(['centrale@gdf.it']);
    const entry = plant.audit.records.findLast(({ action }) => action === 'alerts.notify');
    expect(entry).toMatchObject({ count: 1, detail: { messages: [{ plate: 'AD555AA', channel: 'mail' }] } });
  });
});
