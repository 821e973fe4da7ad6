import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportKeys } from '@varco/contract/portal/exports.ts';
import { testWithSevenZip } from '@varco/evidence/testing/seven-zip.ts';
import { openParameterFile } from '@varco/evidence/parameter-file.ts';
import type { Locator, Page } from '@playwright/test';
import { createPool } from '@varco/server-kit/database/pool.ts';
import { expectAccessible } from './pages/accessible.ts';
import { waitForDownload } from './pages/download.ts';
import type { ListPage } from './pages/list.page.ts';
import { expect, test } from './world/journey.ts';
import { getDatabaseUrl, getServerPid } from './world/processes.ts';
import { findPatterns, listSeededReads } from './world/seeded-traffic.ts';
import type { World } from './world/world.ts';

const findDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Esporta transiti' });
const confirmExport = (page: Page): Locator => findDialog(page).getByRole('button', { name: 'CONFERMA' });
const findCards = (page: Page): Locator =>
  page.getByRole('list', { name: 'Esportazioni salvate' }).getByRole('article');
const getPort = (world: World, code: string): string => new URL(world.plant(code).url).port;

/** Patterns, one per journey, that match some reads of a plant from which s.bassi may export. */
const choosePatterns = (world: World): ReturnType<typeof findPatterns> =>
  findPatterns(listSeededReads(world.begunAt), 'CES', { fewest: 10, most: 60 });

/** Searches and opens the dialog; waits for the estimate of every plant. */
async function openExportDialog(page: Page, list: ListPage, plate: string): Promise<void> {
  await list.find(plate);
  await page.getByRole('button', { name: 'Esporta', exact: true }).click();
  await expect(confirmExport(page)).toBeEnabled({ timeout: 30_000 });
}

/** Resolves when the portal is called: every plant has issued its delegation, none has delivered its part yet. */
const waitForPortalCall = (page: Page): Promise<unknown> =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/exports'));

async function openExportsPage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Esportazioni' }).first().click();
  await expect(page).toHaveURL(/\/exports$/);
}

/** Runs `varco verify` as a user with the portal's public key would; returns its output. */
async function runVarcoVerify(
  world: World,
  file: string,
  password: string,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const sent = (await (await fetch(`${world.portal}${exportKeys.path}`)).json()) as { keys: { x: string }[] };
  const keys = sent.keys.flatMap(({ x }) => ['--key', x]);
  const program = path.join(import.meta.dirname, '../apps/cli/bin/varco.mjs');
  const env = { ...process.env, VARCO_LANG: 'it', VARCO_EXPORT_PASSWORD: password };
  const child = spawn(process.execPath, [program, 'verify', file, ...keys], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

test.describe.configure({ timeout: 240_000 });

test('RTE-08 ROUTE-18 SRCH-10 PTAPI-06: from the search to the file in the hand, while a plant and the portal are killed on the way', async ({
  page,
  world,
  login,
  list,
}, info) => {
  await login.signIn(world.user('s.bassi'));
  const [plate] = choosePatterns(world);
  await openExportDialog(page, list, plate);
  await expectAccessible(page, 'export dialog');
  // Killed after it has issued its delegation and before its part has arrived.
  const plant = getServerPid(world.pid, getPort(world, 'UNR'));
  await Promise.all([waitForPortalCall(page).then(() => process.kill(plant, 'SIGKILL')), confirmExport(page).click()]);
  await expect(findDialog(page)).toBeHidden({ timeout: 30_000 });
  await openExportsPage(page);
  const card = findCards(page).filter({ hasText: plate }).first();
  await expect(card).toBeVisible();
  process.kill(getServerPid(world.pid, new URL(world.portal).port), 'SIGKILL');
  // The demo restarts both; the portal resumes, queries the plant again, and nothing is missing. Two of this user's
  // plants deliver exports. Transits the user may not see are not in a plant's part: that is reported and is not a
  // fault of the export.
  const peers = card.getByRole('listitem');
  await expect(peers.getByText('completato', { exact: true })).toHaveCount(2, { timeout: 150_000 });
  await expect(card.getByText(/^(completato|incompleto)$/).first()).toBeVisible();
  await expectAccessible(page, 'exports');

  await card.getByRole('button', { name: /^Mostra la password/ }).click();
  const password = (await page.getByRole('dialog').locator('output').textContent()) ?? '';
  await page.keyboard.press('Escape');
  const coming = waitForDownload(page);
  await card.getByRole('button', { name: /^Scarica / }).click();
  const file = info.outputPath('export.zip');
  await (await coming).saveAs(file);
  const verified = await runVarcoVerify(world, file, password);
  expect(verified, verified.said).toMatchObject({ code: 0 });
  for (const code of ['CES', 'UNR']) expect(verified.said).toContain(world.plant(code).label);
  expect(await testWithSevenZip(file, password)).toContain('Everything is Ok');
  const bytes = await readFile(file);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  await writeFile(file, bytes);
  expect(await runVarcoVerify(world, file, password)).toMatchObject({ code: 1 });

  await card.getByRole('button', { name: /^Elimina / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }).click();
  await expect(card).toBeHidden();
});

test('EXP-20 EXP-33 EXP-34 PTAPI-01: one export is cancelled while a plant is silent, and the eleventh is refused', async ({
  page,
  world,
  list,
  begin,
}) => {
  await begin('s.bassi');
  const [, plate, other] = choosePatterns(world);
  await openExportDialog(page, list, plate);
  const silent = getServerPid(world.pid, getPort(world, 'UNR'));
  // Stopped after it has issued its delegation, so that its part is still missing when the others have arrived.
  try {
    await Promise.all([
      waitForPortalCall(page).then(() => process.kill(silent, 'SIGSTOP')),
      confirmExport(page).click(),
    ]);
    await expect(findDialog(page)).toBeHidden({ timeout: 30_000 });
    await openExportsPage(page);
    const card = findCards(page).filter({ hasText: plate }).first();
    await expect(card).toBeVisible();
    const cancel = card.getByRole('button', { name: /^Annulla / });
    await cancel.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Annulla esportazione' }).click();
    await expect(card.getByText('interrotto', { exact: true }).first()).toBeVisible({ timeout: 40_000 });
  } finally {
    process.kill(silent, 'SIGCONT');
  }

  await withTenExports(world, async () => {
    await page.getByRole('link', { name: 'Transiti' }).first().click();
    await openExportDialog(page, list, other);
    await confirmExport(page).click();
    const popup = page.getByRole('dialog', { name: 'ERRORE ESPORTAZIONE' });
    await expect(popup.getByRole('heading', { name: 'Numero massimo di esportazioni raggiunto' })).toBeVisible();
    await expect(popup.getByText(/al massimo 10 esportazioni e ora ne hai \d\d/)).toBeVisible();
  });
});

test('SEL-01 EXP-01 EXP-12: transits ticked on two plants are the export, and nothing else', async ({
  page,
  list,
  begin,
}) => {
  await begin('s.bassi', { reason: '4471/2026' });
  await list.find('');
  const readable = list.rows.filter({ has: page.getByRole('img', { name: /^Targa [A-Z0-9 ]+, / }) });
  const bar = page.getByRole('group', { name: 'Selezione multipla' });
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  await expect(list.rows.first()).toContainText('CES');
  await readable.first().getByRole('button', { name: 'Azioni della riga' }).click();
  await page.getByRole('menuitem', { name: 'Stampa multipla' }).click();
  await readable.nth(1).getByRole('checkbox').click();
  await list.plants.getByRole('button', { name: /Unione Rubicone/ }).click();
  await expect(list.rows.first()).toContainText('UNR');
  await readable.first().getByRole('checkbox').click();
  await expect(bar.getByRole('status')).toHaveText('3 transiti selezionati');
  await bar.getByRole('button', { name: 'Esporta selezionati' }).click();
  await expect(findDialog(page).getByText('3 transiti scelti')).toBeVisible();
  await expect(findDialog(page).getByText('3 transiti esportabili')).toBeVisible({ timeout: 30_000 });
  await confirmExport(page).click();
  await expect(findDialog(page)).toBeHidden({ timeout: 30_000 });
  await openExportsPage(page);
  const card = findCards(page).filter({ hasText: '3 transiti scelti' }).first();
  // The plants are expanded until the file is ready, then collapse.
  await expect(card.getByRole('button', { name: /^Scarica / })).toBeVisible({ timeout: 60_000 });
  await card.locator('summary').click();
  await expect(card.getByRole('listitem').getByText('2 di 2')).toBeVisible();
  await expect(card.getByRole('listitem').getByText('1 di 1')).toBeVisible();
  await card.getByRole('button', { name: /^Elimina / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina', exact: true }).click();
  await expect(card).toBeHidden();
});

/** Runs `work` while the user has the maximum number of saved exports. */
async function withTenExports(world: World, work: () => Promise<void>): Promise<void> {
  const url = getDatabaseUrl(world.pid, new URL(world.portal).port);
  const client = createPool({ url, applicationName: 'varco journey', max: 1 });
  const guids = Array.from({ length: 10 }, () => randomUUID());
  try {
    await client.query(
      `insert into export_job (guid, user_id, created_at, updated_at, label, notes, without_images, with_context_images,
        watermark_tag, request_hash, key_hash, parameters_sealed, state, outcome, ended_at, file_name, is_notified)
       select guid, (select id from portal_user where username = $2), now(), now(), 'piena', '', true, false, '', $3, $3, $3,
        'ended', 'failed', now(), 'x.zip', true from unnest($1::uuid[]) as guid`,
      [guids, world.user('s.bassi').username, randomBytes(32)],
    );
    await work();
  } finally {
    await client.query('delete from export_job where guid = any($1::uuid[])', [guids]);
    await client.end();
  }
}

test('DEX-01 DEX-02 DEX-05 DEX-07: a direct export gives a parameter file that opens with the PIN shown', async ({
  page,
  world,
  login,
  list,
}, info) => {
  await login.signIn(world.user('s.bassi'));
  const [, , , plate] = choosePatterns(world);
  await openExportDialog(page, list, plate);
  await findDialog(page).getByRole('button', { name: 'Esportazione diretta' }).click();
  const direct = page.getByRole('dialog', { name: 'Esportazione diretta con esportatore' });
  await direct.getByRole('button', { name: 'Prepara i parametri' }).click();
  const pin = direct.getByRole('region', { name: 'PIN di esportazione' }).getByRole('status');
  await expect(pin).toHaveText(/^[0-9A-HJKMNP-TV-Z]{8}$/, { timeout: 60_000 });
  await expectAccessible(page, 'direct export');
  const coming = page.waitForEvent('download');
  await direct.getByRole('button', { name: 'DOWNLOAD TS-EXP' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/\.tsexp$/);
  const file = info.outputPath('parametri.tsexp');
  await download.saveAs(file);
  const text = await readFile(file, 'utf8');
  const opened = await openParameterFile(text, (await pin.textContent()) ?? '', new Date().toISOString());
  expect(opened).toMatchObject({ ok: true });
  expect(await openParameterFile(text, '00000000', new Date().toISOString())).toEqual({
    ok: false,
    fault: 'wrong_pin',
  });
});
