import { createPool } from '@varco/server-kit/database/pool.ts';
import type { Page } from '@playwright/test';
import { insertBlacklistRow } from '../apps/plant-server/src/testing/list-rows.ts';
import { expectAccessible } from './pages/accessible.ts';
import { LoginPage } from './pages/login.page.ts';
import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl, getServerPid } from './world/processes.ts';
import type { World } from './world/world.ts';

test.use({ ownWorld: 'handover' });
test.describe.configure({ timeout: 240_000 });

const PLATE = 'ZL901AA';
const PLANTS = ['CES', 'UNR'] as const;
const getPort = (world: World, code: string): string => new URL(world.plant(code).url).port;

/** A listed plate passes on both plants, and the alert is owned by a person, as after *Take in charge*. */
async function raiseOwned(world: World, username: string): Promise<void> {
  for (const code of PLANTS) {
    const url = getDatabaseUrl(world.pid, getPort(world, code));
    const pool = createPool({ url, applicationName: 'varco journey', max: 1 });
    await insertBlacklistRow(pool, PLATE, { note: 'Furti in abitazione' });
    const { camera } = world.keysOf(code);
    await expect.poll(() => sendRead(world.plant(code).url, camera, PLATE), { timeout: 20_000 }).toBe(true);
    await pool.query(
      `update alert set owner = u.uuid, owner_name = u.fullname, taken_at = now() from plant_user as u where u.username = $1 and plate = $2`,
      [username, PLATE],
    );
    await pool.end();
  }
}

/** Names of the owners of the alert, plant by plant. */
const readOwners = (world: World): Promise<readonly string[]> =>
  Promise.all(
    PLANTS.map(async (code) => {
      const url = getDatabaseUrl(world.pid, getPort(world, code));
      const pool = createPool({ url, applicationName: 'varco journey', max: 1 });
      const { rows } = await pool.query<{ owner_name: string }>(
        'select owner_name from alert where plate = $1 and owner is not null',
        [PLATE],
      );
      await pool.end();
      return rows.map((row) => row.owner_name).join();
    }),
  );

const openPage = (page: Page): Promise<void> => page.getByRole('link', { name: 'Consegna del turno' }).click();

test('a shift is handed over with a note and signed in another browser, while one of two plants is off in the middle', async ({
  page,
  world,
  browser,
  begin,
}) => {
  await raiseOwned(world, 'm.ferri');
  await begin('m.ferri');
  await openPage(page);
  const open = page.getByRole('table', { name: 'Aperto adesso' });
  await expect(open.getByRole('row', { name: new RegExp(`${PLATE}.*passa con la firma`) })).toHaveCount(2);
  await open
    .getByRole('textbox', { name: `Nota su Blacklist ${PLATE}` })
    .first()
    .fill('la pattuglia aspetta al casello');
  await expectAccessible(page, 'open items of a shift');
  await page.locator('#results').getByRole('button', { name: 'Consegna il turno' }).click();
  const give = page.getByRole('dialog', { name: 'Consegna il turno' });
  await give.getByRole('combobox', { name: 'A chi' }).click();
  await page.getByRole('option', { name: 'Sandro Bassi (s.bassi)' }).click();
  await give.getByLabel('Nota generale').fill('turno tranquillo');
  await expect(give.getByText('Cesena Cintura, Unione Rubicone', { exact: true })).toBeVisible();
  await give.getByRole('button', { name: 'Consegna', exact: true }).click();
  await expect(page.getByText(/^La tua consegna a Sandro Bassi .*: Cesena Cintura, Unione Rubicone/)).toBeVisible();
  expect(await readOwners(world)).toEqual(['Marta Ferri', 'Marta Ferri']);

  const context = await browser.newContext({ baseURL: world.portal });
  const incoming = await context.newPage();
  await new LoginPage(incoming).signIn(world.user('s.bassi'));
  await incoming.getByRole('button', { name: '1 consegna del turno da firmare' }).click();
  await incoming.getByRole('button', { name: 'Leggi e firma: Marta Ferri' }).click();
  const record = incoming.getByRole('dialog', { name: 'Consegna del turno' });
  await expect(record.getByText('turno tranquillo')).toBeVisible();
  await expect(record.getByText('la pattuglia aspetta al casello')).toBeVisible();
  await expectAccessible(incoming, 'hand-over to sign');
  await expect(record.getByRole('button', { name: 'Ho letto e firmo' })).toBeEnabled();
  process.kill(getServerPid(world.pid, getPort(world, 'UNR')), 'SIGKILL');
  await record.getByRole('button', { name: 'Ho letto e firmo' }).click();
  await expect(record.getByText(/^Unione Rubicone: /).first()).toBeVisible();
  const part = record.getByRole('region', { name: 'Voci su Cesena Cintura' });
  await expect(part.getByText(/^firmata da Sandro Bassi, .* · 1 allarme passato$/)).toBeVisible();
  // The plant that was off has the outgoing person as owner until it has the signature.
  expect(await readOwners(world).catch(() => [])).not.toEqual(['Sandro Bassi', 'Sandro Bassi']);

  const { url } = world.plant('UNR');
  await expect.poll(async () => (await fetch(`${url}/ready`).catch(() => null))?.status, { timeout: 40_000 }).toBe(200);
  await record.getByRole('button', { name: 'Firma dove manca' }).click();
  await expect(record.getByText(/^firmata da Sandro Bassi, .* · 1 allarme passato$/)).toHaveCount(2);
  expect(await readOwners(world)).toEqual(['Sandro Bassi', 'Sandro Bassi']);
  await expect(incoming.getByRole('button', { name: /da firmare$/ })).toHaveCount(0);
  await context.close();

  await page.getByRole('button', { name: 'Aggiorna' }).click();
  const past = page.getByRole('table', { name: 'Ultimi 90 giorni' });
  await expect(past.getByText(/: firmata da Sandro Bassi/)).toHaveCount(2);
  await past.getByRole('button', { name: 'Mostra: Marta Ferri a Sandro Bassi' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Consegna del turno' }).getByText(/^Impronta [0-9a-f]{64}$/),
  ).toHaveCount(2);
});
