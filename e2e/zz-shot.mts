import { chromium } from '@playwright/test';
import { findBrowser } from '../tools/browser.ts';
import { LoginPage } from './pages/login.page.ts';
import { ListPage } from './pages/list.page.ts';
import { CasePage } from './pages/case.page.ts';
const browser = await chromium.launch(await findBrowser());
const [w, h, theme] = [Number(process.argv[2] ?? 1440), Number(process.argv[3] ?? 900), process.argv[4] ?? 'light'];
const context = await browser.newContext({
  baseURL: 'http://localhost:14030',
  viewport: { width: w, height: h },
  locale: 'it-IT',
  timezoneId: 'Europe/Rome',
  colorScheme: theme as 'light',
});
const page = await context.newPage();
page.on('console', (m) => {
  if (m.type() === 'error') console.log('console:', m.text().slice(0, 300));
});
page.on('pageerror', (e) => console.log('error:', String(e).slice(0, 500)));
const shot = (name: string) => page.screenshot({ path: `/tmp/vault-shots/${name}-${w}-${theme}.png` });
const login = new LoginPage(page);
const list = new ListPage(page);
const caseBar = new CasePage(page);
await login.open();
await login.fill({ username: 'm.ferri@carabinieri.it', password: 'Varco-demo-ferri-1' });
await login.expectInside();
await caseBar.state('4471/2026');
await list.find('');
await list.expectSettled();
await page.waitForTimeout(1000);
await list.rows.nth(2).click();
await page.getByRole('article').waitFor();
await page.waitForTimeout(2500);
await shot('detail');
for (let i = 0; i < 3; i += 1) {
  await page.keyboard.press('k');
  await page.waitForTimeout(300);
}
await page.waitForTimeout(1500);
await shot('detail-k');
await page.keyboard.press('Escape');
await list.rows.nth(3).dblclick();
await page.getByRole('article').waitFor();
await page.waitForTimeout(800);
await page.keyboard.press('s');
await list.expectSettled();
await page.waitForTimeout(1500);
await shot('history');
await page.keyboard.press('g');
await page.keyboard.press('x');
await page.waitForTimeout(500);
await shot('closed');
await page.keyboard.press('Control+k');
await page.waitForTimeout(1200);
await shot('palette');
await page.keyboard.type('ces');
await page.waitForTimeout(300);
await shot('palette-ces');
await page.keyboard.press('Escape');
await page.waitForTimeout(300);
await page.keyboard.press('Shift+?');
await page.waitForTimeout(1200);
await shot('shortcuts');
await page.keyboard.press('Escape');
console.log(page.url());
await page.reload();
await page.waitForTimeout(6000);
await shot('reload');
console.log(page.url());
await browser.close();
