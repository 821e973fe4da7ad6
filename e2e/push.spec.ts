import type { CDPSession, Page, Worker } from '@playwright/test';
import { buildAlertMessage } from '../apps/plant-server/src/features/notifications/alert-message.ts';
import { buildPushPayload } from '../apps/plant-server/src/features/notifications/push-client.ts';
import { insertBlacklistRow } from '../apps/plant-server/src/testing/list-rows.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { z } from 'zod';
import { expectAccessible } from './pages/accessible.ts';
import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl } from './world/processes.ts';
import type { World } from './world/world.ts';

test.describe.configure({ timeout: 180_000 });

const PLATE = 'ZP001AA';

/**
 * Registers the service worker as the settings switch does; test browsers have no push service, so the subscription
 * is skipped.
 */
const registerWorker = (page: Page, scope: string): Promise<unknown> =>
  page.evaluate(`navigator.serviceWorker.register('/sw.js', { scope: '${scope}', updateViaCache: 'none' }).then((made) => {
    const worker = made.installing ?? made.waiting;
    return made.active !== null || new Promise((resolve) => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve(true));
    });
  })`);
const registrations = (page: Page): Promise<unknown> =>
  page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)');

/** Ids that the browser assigns to registrations. */
async function recordRegistrations(cdp: CDPSession): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId } of registrations) ids.set(new URL(scopeURL).pathname, registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  return ids;
}

/** Headless browsers do not show notifications: the worker records what it would show. */
const RECORD_NOTIFICATIONS = `self.shown = []; registration.showNotification = async (title, options) => { shown.push({ title, ...options }); }`;
/** Simulates a click on the notification. */
const CLICK_NOTIFICATION = `dispatchEvent(Object.assign(new Event('notificationclick'), {
  notification: { data: shown[0].data, close() {} }, waitUntil() {} }))`;
const ShownNotification = z.array(z.object({ title: z.string(), body: z.string() }));
const readShown = async (worker: Worker): Promise<z.infer<typeof ShownNotification>> =>
  ShownNotification.parse(await worker.evaluate('shown'));

/** A listed plate passes; returns its alert and the plant as stored in the database. */
async function raiseAlert(world: World): Promise<{ readonly id: string; readonly plant: string }> {
  const { url } = world.plant('CES');
  const pool = createPool({
    url: getDatabaseUrl(world.pid, new URL(url).port),
    applicationName: 'varco journey',
    max: 1,
  });
  await insertBlacklistRow(pool, PLATE, { note: 'Notifica' });
  expect(await sendRead(url, world.keysOf('CES').camera, PLATE)).toBe(true);
  const find = async (): Promise<string | undefined> =>
    (await pool.query<{ id: string }>('select id::text as id from alert where plate = $1', [PLATE])).rows[0]?.id;
  await expect.poll(find).toBeDefined();
  const { rows } = await pool.query<{ uuid: string }>('select uuid from plant_settings');
  const found = { id: (await find()) ?? '', plant: rows[0]?.uuid ?? '' };
  await pool.end();
  return found;
}

test('decisions: what a plant sends is shown by the service worker without a plate, a press opens the alert, and who signs out is told nothing more', async ({
  page,
  context,
  world,
  login,
  begin,
}) => {
  const cdp = await context.newCDPSession(page);
  const ids = await recordRegistrations(cdp);
  const { id, plant } = await raiseAlert(world);
  await begin('m.ferri', { reason: '8111/2026' });
  await page.getByRole('button', { name: /^Allarmi dal vivo/ }).click();
  const feed = page.getByRole('region', { name: 'Allarmi dal vivo' });
  await feed.getByRole('button', { name: 'Impostazioni degli allarmi' }).click();
  const group = feed.getByRole('group', { name: 'Notifiche anche a portale chiuso' });
  await expect(group.getByText(/^Nessuno dei tuoi impianti invia notifiche ai browser/)).toBeVisible();
  await expectAccessible(page, 'alert settings', '[aria-label="Allarmi dal vivo"]');
  await feed.getByRole('button', { name: 'Chiudi gli allarmi' }).click();

  const scope = `/push/${plant}/${plant}/`;
  await registerWorker(page, scope);
  await expect.poll(() => ids.get(scope)).toBeDefined();
  const message = buildAlertMessage(
    {
      alert: id,
      occasion: 'new',
      kind: 'blacklist',
      priority: 1,
      gateName: 'Cesena Cintura Nord',
      plate: null,
      isMisread: false,
      at: new Date().toISOString(),
      delivery: '1',
    },
    { plant: 'Cesena Cintura', plantUuid: plant, portalUrl: world.portal },
    'it',
  );
  const deliver = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: world.portal, registrationId: ids.get(scope) ?? '', data });
  const worker = context.serviceWorkers().find((one) => one.url() === `${world.portal}/sw.js`);
  if (worker === undefined) throw new Error('no service worker');
  await worker.evaluate(RECORD_NOTIFICATIONS);
  await deliver(buildPushPayload(message));
  await expect.poll(() => readShown(worker)).toHaveLength(1);
  const [shown] = await readShown(worker);
  expect(shown?.title).toBe('Blacklist: Cesena Cintura Nord');
  expect(JSON.stringify(shown)).not.toContain(PLATE);

  await worker.evaluate(CLICK_NOTIFICATION);
  await expect(page).toHaveURL(new RegExp(`/alerts\\?plant=${plant}&alert=${id}$`));
  await expect(
    page.getByRole('article', { name: 'Allarme Blacklist' }).getByText('Notifica', { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Torna all’elenco' }).click();
  await expect(page).toHaveURL(/\/alerts$/);

  // Invalid data from a plant is not displayed and opens no foreign address.
  await deliver('{"title":7,"link":"https://elsewhere.example/"');
  await expect.poll(async () => (await readShown(worker)).at(1)).toEqual({ title: 'Varco', body: '' });

  await page.getByRole('button', { name: 'Interforze', exact: true }).click();
  await expect(page.getByRole('region', { name: 'La mia abilitazione' })).toContainText('Non abilitato');
  await expectAccessible(page, 'INTERFORCE list', '#results');

  await login.signOut();
  await expect.poll(() => registrations(page)).toBe(0);
});
