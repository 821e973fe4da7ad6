import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { testAlertChannel } from '@varco/contract/plant/alert-channels.ts';
import * as api from '@varco/contract/plant/own-push.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetChannels, startHttpChannels, type TestHttpService } from '../../testing/channel-receivers.ts';
import { insertBlacklistRow } from '../../testing/list-rows.ts';
import type { TestPlant } from '../../testing/test-plant.ts';
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
const { sendRead, runDispatcher, overview, save } = createChannelClient(() => plant);

describe('Web Push', () => {
  const open = () => save('push', { contatto: 'gestore@prova.example' });
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = Buffer.alloc(16, 9);
  const subscription = (path = '/push/1') => ({
    nome: 'Firefox',
    endpoint: `${service.origin}${path}`,
    p256dh: browser.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
    tipi: ['blacklist' as const],
  });
  /** Decrypts according to RFC 8291 and RFC 8188, like a browser. */
  function decrypted(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
    const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
    const sealed = body.subarray(21 + keyLength);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  }

  it('decisions: a browser that switched it on gets an encrypted message, signed with the key of the plant (RFC 8291, 8292)', async () => {
    await open();
    const mine = api.readOwnPush.response.parse((await plant.call(api.readOwnPush, {}, 'operatore')).body);
    expect(mine).toMatchObject({ attivo: true, chiave: expect.stringMatching(/^[\w-]{87}$/), objects: [] });
    expect((await plant.call(api.addOwnPush, { body: subscription() }, 'operatore')).status).toBe(200);
    await insertBlacklistRow(plant.pool, 'AG111AA');
    await sendRead('AG111AA');
    await runDispatcher();
    const [call] = service.calls;
    expect(call?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(decrypted(call?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Blacklist: Porta Fiume',
      body: expect.stringContaining('Targa AG111AA'),
      link: expect.stringMatching(/^https:\/\/portal\.example\/alerts\?plant=[0-9a-f-]{36}&alert=\d+$/),
    });
    const [, token = '', k = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(call?.headers.authorization ?? '') ?? [];
    expect(k).toBe(mine.chiave);
    const point = Buffer.from(k, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const [head, claims = '', signature = ''] = token.split('.');
    const isGenuine = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    expect(isGenuine).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: service.origin,
      sub: 'mailto:gestore@prova.example',
    });
  });

  it('security 13: a notification names no plate unless the administrator allowed the channel to', async () => {
    await save('push', { contatto: 'gestore@prova.example' }, { mostra_targa: false });
    await plant.call(api.addOwnPush, { body: subscription() }, 'operatore');
    await insertBlacklistRow(plant.pool, 'AG333AA');
    await sendRead('AG333AA');
    await runDispatcher();
    const said = decrypted(service.calls[0]?.body ?? Buffer.alloc(0));
    expect(said).toMatchObject({ title: 'Blacklist: Porta Fiume' });
    expect(JSON.stringify(said)).not.toContain('AG333AA');
  });

  it('a browser that is gone is forgotten; the key of the plant stays when the channel is saved again', async () => {
    await open();
    const before = await plant.call(api.readOwnPush, {}, 'operatore');
    await plant.call(api.addOwnPush, { body: subscription() }, 'operatore');
    await open();
    const after = api.readOwnPush.response.parse((await plant.call(api.readOwnPush, {}, 'operatore')).body);
    expect(after.chiave).toBe(api.readOwnPush.response.parse(before.body).chiave);
    expect(after.objects).toHaveLength(1);
    service.response = { status: 410 };
    await insertBlacklistRow(plant.pool, 'AG222AA');
    await sendRead('AG222AA');
    await runDispatcher();
    expect((await overview()).destinatari).toEqual([]);
  });

  it('security 13: a push service that leads into the inner network is not called', async () => {
    await open();
    const inner = { ...subscription(), endpoint: 'https://169.254.169.254/latest' };
    const id = parseId(await plant.call(api.addOwnPush, { body: inner }, 'operatore'));
    const answer = await plant.call(testAlertChannel, { body: { destinatario: id } }, ADMIN);
    expect(answer.body).toMatchObject({ riuscito: false, risposta: expect.stringMatching(/^address not allowed/) });
  });

  it('only own browsers, known push services and few of them; another person takes over the browser', async () => {
    await open();
    const foreign = { ...subscription(), endpoint: 'https://10.0.0.1/latest' };
    expect((await plant.call(api.addOwnPush, { body: foreign }, 'operatore')).status).toBe(400);
    const id = parseId(await plant.call(api.addOwnPush, { body: subscription() }, 'operatore'));
    expect((await plant.call(api.removeOwnPush, { params: { id } }, 'breve')).status).toBe(404);
    await plant.call(api.addOwnPush, { body: subscription() }, 'breve');
    expect((await overview()).destinatari).toMatchObject([{ canale: 'push', utente: 'breve', indirizzo: '' }]);
    for (let i = 2; i <= api.MAX_BROWSERS; i += 1)
      await plant.call(api.addOwnPush, { body: subscription(`/push/${i}`) }, 'breve');
    expect((await plant.call(api.addOwnPush, { body: subscription('/push/99') }, 'breve')).status).toBe(409);
  });
});
