// The first hour of an installation, in a browser: run by `npm run package -- --try` in the network of the new Debian.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Browser, chromium, expect as unpatient, type Page } from '@playwright/test';
import { buildHikvisionBody } from '../../apps/plant-server/src/testing/camera-bodies.ts';
import { CasePage } from '../../e2e/pages/case.page.ts';
import { CredentialsPage } from '../../e2e/pages/credentials.page.ts';
import { ListPage } from '../../e2e/pages/list.page.ts';
import { LoginPage } from '../../e2e/pages/login.page.ts';
import { SettingsPage } from '../../e2e/pages/settings.page.ts';
import { findBrowser } from '../browser.ts';
import { Printed } from './printed.ts';

const PORTAL_PASSWORD = 'sette barche di legno';
const PLANT_PASSWORD = 'Strada-nuova-di-mare-72';
const PLANT_USER = 'a.prova';
const PLANT_LABEL = 'Borgo Prova';
const PLATE = 'ZC001AM';
const FAILURE_PICTURE = path.join(os.tmpdir(), 'varco-try.png');
const expect = unpatient.configure({ timeout: 30_000 });

/** A home folder whose browser trusts the authority of the new machine, as its computers are told to, and nothing besides. */
function makeHome({ authority }: Printed): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'varco-home-'));
  const store = path.join(home, '.pki/nssdb');
  fs.mkdirSync(store, { recursive: true });
  const file = path.join(home, 'authority.crt');
  fs.writeFileSync(file, authority);
  for (const args of [
    ['-N', '--empty-password'],
    ['-A', '-t', 'C,,', '-n', 'Varco', '-i', file],
  ]) {
    const { status, error, stderr } = spawnSync('certutil', ['-d', `sql:${store}`, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`certutil (package libnss3-tools): ${error?.message ?? stderr}`);
  }
  return home;
}

async function openBrowser(home: string): Promise<Browser> {
  const { executablePath, args } = await findBrowser();
  const names = '--host-resolver-rules=MAP portale.example 127.0.0.1, MAP impianto.example 127.0.0.1';
  return chromium.launch({ executablePath, args: [...args, names], env: { ...process.env, HOME: home } });
}

async function say<T>(step: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`  ${step}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

async function acceptInvitation(page: Page, { link, email }: Printed): Promise<void> {
  await page.goto(link);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Nuova password', { exact: true }).fill(PORTAL_PASSWORD);
  await page.getByLabel('Ripeti la nuova password').fill(PORTAL_PASSWORD);
  await page.getByRole('button', { name: 'Imposta la nuova password' }).click();
  await expect(page.getByText(/Password cambiata/)).toBeVisible();
}

async function signIn(page: Page, { email }: Printed): Promise<void> {
  const login = new LoginPage(page);
  await login.open();
  await login.fill({ username: email, password: PORTAL_PASSWORD });
  // Compulsory for administrators: nothing else opens before.
  await expect(page).toHaveURL(/\/settings\/two-factor$/);
  await page.getByLabel('Ho stampato o annotato la chiave').check();
  await page.getByRole('button', { name: 'Continua', exact: true }).click();
  await new SettingsPage(page).switchTwoFactorOn(PORTAL_PASSWORD);
  await page
    .getByRole('dialog', { name: /^Primi passi/ })
    .getByRole('button', { name: 'Salta' })
    .click();
}

async function acceptPlant(page: Page, { joiningCode }: Printed): Promise<void> {
  await navigate(page, '/dashboard/peers');
  await page.getByRole('button', { name: 'Collega un impianto' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Codice di collegamento' }).fill(joiningCode);
  await dialog.getByRole('button', { name: 'Chiama l’impianto' }).click();
  await dialog.getByRole('button', { name: 'Accetta l’impianto' }).click();
  await expect(dialog).toBeHidden();
}

/** The first password of the plant only lets its owner choose another one. */
async function addPlantAccount(page: Page, { plant, plantPassword }: Printed): Promise<void> {
  const credentials = new CredentialsPage(page);
  const { dialog } = credentials;
  await navigate(page, '/credentials');
  // Its name is known once the plant has let somebody in.
  const host = new URL(plant).hostname;
  await credentials.add({ host, username: PLANT_USER, password: plantPassword });
  await expect(credentials.findPlant(host)).toContainText('password da cambiare');
  await credentials.openAction(host, 'Cambia password impianto');
  await dialog.getByLabel('Nuova password', { exact: true }).fill(PLANT_PASSWORD);
  await dialog.getByLabel('Ripeti la nuova password').fill(PLANT_PASSWORD);
  await dialog.getByRole('button', { name: 'Cambia password' }).click();
  await expect(credentials.findPlant(PLANT_LABEL)).toContainText('verificato');
}

/** Adds a camera in the screen; the address it sends to. */
async function addCamera(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await navigate(page, '/peer/cameras');
  await page.getByRole('button', { name: 'Nuova telecamera' }).click();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Prova Hikvision');
  await dialog.getByRole('combobox', { name: 'Varco' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('combobox', { name: 'Formato' }).fill('Hikvision');
  await page.getByRole('option', { name: /Hikvision/ }).click();
  await dialog.getByRole('button', { name: 'Crea la chiave' }).click();
  const address = (await dialog.getByText(/\/api\/camera\/[\w-]{32}$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Guarda che cosa arriva' }).click();
  await dialog.getByRole('button', { name: 'Metti in servizio' }).click();
  await expect(dialog.getByText(/^In servizio/)).toBeVisible();
  await page.keyboard.press('Escape');
  return address;
}

/** Sends a read as the camera does: over TLS, to the name of the plant, with the authority it was given. */
async function sendRead(address: string, { authority }: Printed): Promise<void> {
  const { type, bytes } = buildHikvisionBody({ plate: PLATE, at: new Date().toISOString() });
  const { hostname, pathname } = new URL(address);
  const call = https.request({
    host: '127.0.0.1',
    servername: hostname,
    path: pathname,
    method: 'POST',
    headers: { host: hostname, 'content-type': type, 'content-length': bytes.length },
    ca: authority,
  });
  call.end(bytes);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  if (answer.statusCode !== 200) throw new Error(`The plant refused the read of the camera with ${answer.statusCode}`);
}

async function findRead(page: Page): Promise<void> {
  const list = new ListPage(page);
  await navigate(page, '/lpr');
  await new CasePage(page).stateReason('');
  await list.find(PLATE);
  await list.expectSettled();
  await expect(page.getByRole('row', { name: new RegExp(PLATE) })).toHaveCount(1);
}

const printed = Printed.parse(JSON.parse(await text(process.stdin)));
const home = makeHome(printed);
const browser = await openBrowser(home);
const page = await browser.newPage({ baseURL: printed.portal, locale: 'it-IT' });
try {
  await say('invitation accepted', () => acceptInvitation(page, printed));
  await say('signed in with a second factor', () => signIn(page, printed));
  await say('plant joined', () => acceptPlant(page, printed));
  await say('account of the plant added', () => addPlantAccount(page, printed));
  const address = await say('camera added', () => addCamera(page));
  await say('read sent', () => sendRead(address, printed));
  await say('read found', () => findRead(page));
} catch (error) {
  await page.screenshot({ path: FAILURE_PICTURE });
  console.error(`What the page showed: ${FAILURE_PICTURE}`);
  throw error;
} finally {
  await browser.close();
  fs.rmSync(home, { recursive: true, force: true });
}
