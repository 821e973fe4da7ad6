import * as api from '@varco/contract/plant/alert-channels.ts';
import { readOwnPush } from '@varco/contract/plant/own-push.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  resetChannels,
  startHttpChannels,
  startTestHttpService,
  type TestHttpService,
} from '../../testing/channel-receivers.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import { runLoops } from '../../testing/run-loops.ts';
import { NOW, type TestPlant } from '../../testing/test-plant.ts';
import { createChannelClient, parseId } from '../../testing/channel-calls.ts';

let plant: TestPlant;
let service: TestHttpService;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ plant, service, close } = await startHttpChannels());
});
afterAll(() => close());
beforeEach(async () => {
  service.response = { status: 200 };
  service.calls.length = 0;
  await resetChannels(plant);
  await plant.pool.query('update plant_user set notifica_blacklist = true');
});

const ADMIN = 'amministratore';
const { sendRead, runDispatcher, overview, readChannelState, save, addRecipient, outcomes } = createChannelClient(
  () => plant,
);
const json = (at = 0): unknown => JSON.parse(service.calls[at]?.body.toString() ?? 'null');

describe('Telegram', () => {
  const open = (segreto = '123:geheim') => save('telegram', { indirizzo: service.origin, autorita: '' }, { segreto });

  it('decisions: alerts go to a chat by the bot API; the token is in the call and nowhere else', async () => {
    expect((await open()).status).toBe(200);
    await addRecipient('telegram', '-1001234');
    await insertBlacklistRow(plant.pool, 'AE111AA');
    await sendRead('AE111AA');
    await runDispatcher();
    expect(service.calls[0]?.url).toBe('/bot123:geheim/sendMessage');
    expect(json()).toMatchObject({
      chat_id: -1001234,
      text: expect.stringMatching(
        /^Blacklist: Porta Fiume\nTarga AE111AA[^]*https:\/\/portal\.example\/alerts\?plant=[0-9a-f-]{36}&alert=\d+$/,
      ),
      protect_content: true,
    });
    expect(JSON.stringify(await overview())).not.toContain('geheim');
    expect(await readChannelState('telegram')).toMatchObject({ ha_segreto: true });
    const { rows } = await plant.pool.query<{ all: string }>(
      `select string_agg(c::text, '') as all from alert_channel as c`,
    );
    expect(rows[0]?.all).not.toContain('geheim');
  });

  it('429 waits as long as asked; a chat that threw the bot out is refused; a wrong token pauses the channel', async () => {
    await open();
    await addRecipient('telegram', '1', { pausa_minuti: 0 });
    await insertBlacklistRow(plant.pool, 'AE222AA');
    service.response = {
      status: 429,
      body: '{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":40}}',
    };
    await sendRead('AE222AA');
    await runDispatcher();
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 39_000);
    await runDispatcher();
    expect(service.calls).toHaveLength(1);
    service.response = { status: 403, body: '{"description":"Forbidden: bot was kicked"}' };
    plant.clock.now = toIsoInstant(parseInstantMs(NOW) + 41_000);
    await runDispatcher();
    expect(await outcomes()).toEqual(['refused']);
    service.response = { status: 401, body: '{"description":"Unauthorized"}' };
    await sendRead('AE222AA');
    await runDispatcher();
    expect(await outcomes()).toEqual(['waiting', 'refused']);
    expect(await readChannelState('telegram')).toMatchObject({ ultimo_errore: '401 Unauthorized', in_attesa: 1 });
  });
});

describe('TETRA', () => {
  const open = () => save('tetra', { indirizzo: `${service.origin}/sds`, autorita: '' }, { segreto: 'radio-token' });

  it('BLK-10 only entries with the radio alarm go to the gateway: a text a radio can show, once by its key', async () => {
    await open();
    await addRecipient('tetra', '1234567');
    await insertBlacklistRow(plant.pool, 'AF111AA');
    await insertBlacklistRow(plant.pool, 'AF222AA', { radio: true });
    await sendRead('AF111AA');
    await sendRead('AF222AA');
    await runDispatcher();
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0]?.headers).toMatchObject({ authorization: 'Bearer radio-token' });
    const body = json() as { readonly text: string; readonly id: string };
    expect(body).toMatchObject({ to: '1234567', priority: 1, flash: true });
    expect(body.text).toMatch(/^[\u0020-\u007e]{1,140}$/);
    expect(service.calls[0]?.headers['idempotency-key']).toBe(body.id);
  });

  it('a gateway that never answers delays no other channel', async () => {
    const other = await startTestHttpService();
    await open();
    await save('telegram', { indirizzo: other.origin, autorita: '' }, { segreto: '1:a' });
    await addRecipient('tetra', '1');
    await addRecipient('telegram', '2');
    await insertBlacklistRow(plant.pool, 'AF333AA', { radio: true });
    service.response = null;
    await sendRead('AF333AA');
    const ending = new AbortController();
    const running = runLoops(plant.deps.channels, ending.signal);
    await expect.poll(() => other.calls.length).toBe(1);
    // The gateway received the message before that was stored.
    await expect.poll(async () => (await outcomes()).toSorted()).toEqual(['sent', 'waiting']);
    ending.abort();
    await running;
    await other.close();
  });
});

describe('configuration', () => {
  it('rights: only an administrator of the plant; one’s own browsers want the right to alerts', async () => {
    for (const who of ['operatore', 'quattro', 'comune']) {
      expect((await plant.call(api.readAlertChannels, {}, who)).status).toBe(403);
      expect((await plant.call(api.listAlertDeliveries, {}, who)).status).toBe(403);
      expect((await plant.call(api.testAlertChannel, { body: { destinatario: 1 } }, who)).status).toBe(403);
    }
    expect((await plant.call(readOwnPush, {}, 'oscurato')).status).toBe(403);
    expect((await plant.call(readOwnPush, {}, 'comune')).status).toBe(403);
  });

  it('the trial tells what the service really answered, and leaves an entry in the log', async () => {
    await save('telegram', { indirizzo: service.origin, autorita: '' }, { segreto: '1:a' });
    const id = parseId(await addRecipient('telegram', '77'));
    const ask = async () => (await plant.call(api.testAlertChannel, { body: { destinatario: id } }, ADMIN)).body;
    expect(await ask()).toMatchObject({ riuscito: true });
    expect(json()).toMatchObject({ text: expect.stringContaining('Prova del canale') });
    service.response = { status: 400, body: '{"description":"Bad Request: chat not found\\u202e"}' };
    expect(await ask()).toMatchObject({ riuscito: false, risposta: '400 Bad Request: chat not found' });
    service.response = { status: 200, body: 'x'.repeat(200_000) };
    expect(await ask()).toMatchObject({ riuscito: false, risposta: 'address not allowed (too long)' });
    service.response = { status: 302, headers: { location: 'https://elsewhere.example/' } };
    expect(await ask()).toMatchObject({ riuscito: false, risposta: expect.stringMatching(/^302/) });
    expect(plant.audit.records.some(({ action }) => action === 'channels.test')).toBe(true);
  });

  it.each(
    (['tetra', 'telegram'] as const).flatMap((channel) =>
      [
        'http://10.0.0.1',
        'https://169.254.169.254',
        'https://[::1]:1',
        'https://[::ffff:10.0.0.1]',
        'https://2852039166',
        'http://gateway.example',
      ].map((address) => [channel, address] as const),
    ),
  )('security 13: %s at %s is not called', async (channel, indirizzo) => {
    await save(channel, { indirizzo, autorita: '' }, { segreto: '1:a' });
    const id = parseId(await addRecipient(channel, '5'));
    const answer = await plant.call(api.testAlertChannel, { body: { destinatario: id } }, ADMIN);
    expect(answer.body).toMatchObject({ riuscito: false, risposta: expect.stringMatching(/^address not allowed/) });
  });

  it.each(['10.0.0.1', '169.254.169.254', '2852039166', '0x0a000001'])(
    'security 13: a mail server at %s is not called',
    async (server) => {
      const where = { server, porta: 25, sicurezza: 'starttls', utente: '', autorita: '' };
      expect((await save('mail', { ...where, mittente: 'varco@prova.example' })).status).toBe(200);
      const id = parseId(await addRecipient('mail', 'ufficio@gdf.it'));
      const answer = await plant.call(api.testAlertChannel, { body: { destinatario: id } }, ADMIN);
      expect(answer.body).toMatchObject({ riuscito: false, risposta: expect.stringMatching(/^address not allowed/) });
    },
  );

  it('a mail server without TLS is refused outside of a demo; addresses are plain and of institutions', async () => {
    const mail = {
      server: 'mail.example',
      porta: 25,
      sicurezza: 'nessuna',
      utente: '',
      mittente: 'a@b.it',
      autorita: '',
    };
    expect((await save('mail', mail)).status).toBe(400);
    expect((await save('mail', { ...mail, sicurezza: 'starttls' })).status).toBe(200);
    for (const address of ['uno@posta.example', 'a@gdf.it\r\nBcc: b@gdf.it', 'a@gdf.it,b@gdf.it', '<a@gdf.it>', ''])
      expect((await addRecipient('mail', address)).status).toBe(400);
    for (const chat of ['', 'x', '1;drop', '@a']) expect((await addRecipient('telegram', chat)).status).toBe(400);
    for (const radio of ['', '123456789', '+39']) expect((await addRecipient('tetra', radio)).status).toBe(400);
    expect((await addRecipient('tetra', '5', { tipi: [] })).status).toBe(400);
    expect((await addRecipient('tetra', '5', { varchi: [99] })).status).toBe(400);
    expect((await addRecipient('tetra', '5', { utente: 'nessuno' })).status).toBe(400);
    expect((await addRecipient('tetra', '5', { nuovi: false, solleciti: false })).status).toBe(400);
  });

  it('the secret stays when it is not given, goes when emptied, and is not sent to another address', async () => {
    await save('tetra', { indirizzo: service.origin, autorita: '' }, { segreto: 'abc' });
    await save('tetra', { indirizzo: service.origin, autorita: '' }, { attivo: false });
    expect(await readChannelState('tetra')).toMatchObject({ ha_segreto: true, attivo: false });
    expect((await save('tetra', { indirizzo: 'https://elsewhere.example/', autorita: '' })).status).toBe(400);
    expect(
      (await save('tetra', { indirizzo: 'https://elsewhere.example/', autorita: '' }, { segreto: '' })).status,
    ).toBe(200);
    expect(await readChannelState('tetra')).toMatchObject({ ha_segreto: false });
    expect((await save('tetra', { indirizzo: service.origin, autorita: '' }, { ver: 1 })).status).toBe(409);
  });

  it('a recipient once per address; changed by its version; removed with what waits for it', async () => {
    const id = parseId(await addRecipient('tetra', '5'));
    expect((await addRecipient('tetra', '5')).status).toBe(409);
    const other = parseId(await addRecipient('tetra', '6'));
    const body = { canale: 'tetra' as const, nome: 'Radio', indirizzo: '7', tipi: ['rubata' as const], ver: 1 };
    const change = (more: object) =>
      plant.callRaw(api.changeAlertRecipient, { params: { id }, body: { ...body, ...more } }, ADMIN);
    expect((await change({ indirizzo: '6' })).status).toBe(409);
    expect((await change({})).body).toMatchObject({ nome: 'Radio', indirizzo: '7', ver: 2 });
    expect((await change({})).status).toBe(409);
    expect((await plant.call(api.removeAlertRecipient, { params: { id } }, ADMIN)).status).toBe(204);
    expect((await plant.call(api.removeAlertRecipient, { params: { id } }, ADMIN)).status).toBe(404);
    expect((await overview()).destinatari).toMatchObject([{ id: other }]);
  });
});
