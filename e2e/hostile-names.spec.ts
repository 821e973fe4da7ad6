import type { Page } from '@playwright/test';
import { PAGES } from '../apps/portal-web/src/frame/page-table.ts';
import { getDatabaseUrl } from './world/processes.ts';
import { runSql } from './world/run-sql.ts';
import { expect, test } from './world/journey.ts';
import type { World } from './world/world.ts';

test.use({ ownWorld: 'hostile-names' });

/** Every column with a name, label or text of a person that some page shows. */
const PLANT_TEXTS = [
  ...['gate.fullname', 'gate.description', 'district.name', 'user_group.name', 'zone.name', 'camera.name'],
  ...['plant_user.fullname', 'plant_user.description', 'plant_user.extra', 'plant_device.name', 'plant_settings.label'],
  ...['blacklist_entry.note1', 'blacklist_entry.note2', 'whitelist_entry.reason', 'figurehead_entry.notes'],
  ...['alert_recipient.name', 'alert.owner_name', 'transit_note.body', 'legal_hold.reason'],
];
const PORTAL_TEXTS = [
  ...['announcement.title', 'announcement.text', 'peer.label', 'peer.info', 'peer.notes', 'plant_group.name'],
  ...['portal_key.name', 'portal_user.full_name', 'portal_user.notes', 'portal_user.authority', 'ticket_message.text'],
];
/** Of these the demo has entries, whatever else is in it: without them the test would look at nothing. */
const ALWAYS_SHOWN = [
  ...[
    'gate.fullname',
    'gate.description',
    'district.name',
    'user_group.name',
    'plant_device.name',
    'plant_settings.label',
  ],
  ...['blacklist_entry.note1', 'whitelist_entry.reason', 'peer.label', 'portal_user.full_name', 'portal_user.notes'],
];
/** Shorter than the shortest limit of a name, with its number at the end, so that a page shows whose text it is. */
const buildMark = (field: string): string =>
  `<img src=x onerror=wasRun=1>#${[...PLANT_TEXTS, ...PORTAL_TEXTS].indexOf(field) + 10}`;

/** What begins a text stays, because the names of groups say which body they are of. */
const plant = (database: string, fields: readonly string[]): Promise<void> =>
  runSql(
    database,
    fields
      .map((field) => {
        const [table = '', column = ''] = field.split('.');
        return `update ${table} set ${column} = left(${column}, 14) || '${buildMark(field)}' || right(ctid::text, 4)`;
      })
      .join(';'),
  );

async function plantScripts(world: World): Promise<void> {
  for (const { url } of world.plants.filter(({ state }) => state !== 'offline'))
    await plant(getDatabaseUrl(world.pid, new URL(url).port), PLANT_TEXTS);
  await plant(getDatabaseUrl(world.pid, new URL(world.portal).port), PORTAL_TEXTS);
}

/** Live pages never show the same twice: after so many readings what they show is enough. */
const MAX_READINGS = 8;

/** Opens a page inside the app, waits until it has settled, and returns its text with what is read aloud. */
async function readPage(page: Page, path: string): Promise<string> {
  await page.evaluate(`history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  const read = (): Promise<string> =>
    page.evaluate(`document.title + document.body.innerText +
      [...document.querySelectorAll('[aria-label], [title], input, textarea')]
        .map((one) => one.getAttribute('aria-label') + one.getAttribute('title') + (one.value ?? '')).join()`);
  let text = '';
  let readings = 0;
  await expect
    .poll(
      async () => {
        const before = text;
        text = await read();
        readings += 1;
        return readings > MAX_READINGS || (before === text && (await page.locator('[aria-busy=true]').count()) === 0);
      },
      { timeout: 30_000, intervals: [400] },
    )
    .toBe(true);
  return text;
}

test('a script in every name, label and note of plants and portal is shown as text by every page, and never runs', async ({
  page,
  world,
  login,
  caseBar,
}) => {
  test.setTimeout(300_000);
  await plantScripts(world);
  await login.signIn(world.user('amministratore'));
  await caseBar.stateReason('9/2026');
  const shown = new Set<string>();
  const OUTSIDE: readonly string[] = ['visitor', 'public', 'first-access', 'must-change'];
  for (const { path, guard, leadsTo } of PAGES) {
    if (OUTSIDE.includes(guard) || leadsTo !== undefined) continue;
    const text = await readPage(page, path);
    for (const field of [...PLANT_TEXTS, ...PORTAL_TEXTS]) if (text.includes(buildMark(field))) shown.add(field);
    expect(await page.evaluate('window.wasRun'), path).toBeUndefined();
    expect(await page.locator('img[src="x"]').count(), path).toBe(0);
  }
  expect([...shown]).toEqual(expect.arrayContaining(ALWAYS_SHOWN));
});
