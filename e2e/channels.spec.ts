import { createPool } from '@varco/server-kit/database/pool.ts';
import { z } from 'zod';
import { insertBlacklistRow } from '../apps/plant-server/src/testing/list-rows.ts';
import { expectAccessible } from './pages/accessible.ts';
import { sendRead } from './world/camera.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl } from './world/processes.ts';

test.describe.configure({ timeout: 180_000 });

const Mails = z.array(z.object({ to: z.array(z.string()), source: z.string() }));

test('BLK-10: an administrator adds a recipient, tries it, and a listed plate arrives as a mail', async ({
  page,
  world,
  begin,
}) => {
  const address = 'sala.operativa@carabinieri.it';
  const mails = async (): Promise<readonly string[]> =>
    Mails.parse(await (await fetch(`${world.mail}/mails`)).json())
      .filter(({ to }) => to.includes(address))
      .map(({ source }) => source);
  const { url } = world.plant('CES');
  const pool = createPool({
    url: getDatabaseUrl(world.pid, new URL(url).port),
    applicationName: 'varco journey',
    max: 1,
  });
  await insertBlacklistRow(pool, 'ZN001AA');
  await pool.end();

  await begin('amministratore', { reason: '8101/2026' });
  await page.getByRole('link', { name: 'Allarmi', exact: true }).click();
  await page.getByRole('button', { name: 'Canali', exact: true }).click();
  await page.getByRole('combobox', { name: 'Impianto', exact: true }).click();
  await page.getByRole('option', { name: 'Cesena Cintura' }).click();
  await expect(page.getByRole('region', { name: 'E-mail' }).getByText('Attivo', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Nuovo destinatario' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuovo destinatario' });
  await dialog.getByLabel('Nome', { exact: true }).fill('Sala operativa');
  await dialog.getByLabel('Indirizzo e-mail').fill('qualcuno@posta.example');
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(dialog.getByRole('alert')).toContainText('ente ammesso');
  await dialog.getByLabel('Indirizzo e-mail').fill(address);
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Prova Sala operativa' }).click();
  await expect(page.getByText(/^Sala operativa: inviato in/)).toBeVisible();
  expect(await mails()).toHaveLength(1);
  await expectAccessible(page, 'alert channels', '#results');

  expect(await sendRead(url, world.keysOf('CES').camera, 'ZN001AA')).toBe(true);
  await expect
    .poll(async () => (await mails()).filter((mail) => /^Subject: \[Varco\] Blacklist/m.test(mail)).length)
    .toBe(1);
  await page.getByRole('button', { name: 'Aggiorna' }).click();
  await expect(page.getByRole('row', { name: /Sala operativa · E-mail Blacklist Inviato/ })).toBeVisible();
});
