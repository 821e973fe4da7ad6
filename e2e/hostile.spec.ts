import { sendRead } from './world/camera.ts';
import { startHostilePlant, type Hostility } from './world/hostile-plant.ts';
import { expect, test } from './world/journey.ts';

const KINDS: readonly Hostility[] = ['markup', 'huge', 'redirect', 'script', 'silence'];

for (const hostility of KINDS) {
  test(`PLOGIN-08 SHELL-15 LIFE-10: a plant that answers with ${hostility} is set aside; the others serve, nothing of it runs`, async ({
    page,
    world,
    login,
    list,
    caseBar,
  }) => {
    const port = Number(new URL(world.plant('CER').url).port);
    const plant = await startHostilePlant({ port, origin: world.portal, hostility });
    try {
      await login.open();
      await login.fill(world.user('m.ferri'));
      if (hostility === 'silence') await page.getByRole('button', { name: 'Entra senza attendere' }).click();
      await login.expectInside();
      await expect.poll(() => plant.calls()).toBeGreaterThan(0);
      await caseBar.stateReason('9/2026');
      await list.find('AB*');
      await expect(list.rows.first()).toBeVisible();
      await expect(list.plants.getByRole('button', { name: /Cervia Saline/ })).toBeDisabled();
      expect(await page.evaluate('window.wasRun')).toBeUndefined();
      expect(plant.followed()).toBe(0);
      await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
    } finally {
      await plant.stop();
    }
  });
}

test('a script in the texts of a read is text: shown or refused, never run', async ({
  page,
  world,
  list,
  detail,
  begin,
}) => {
  const script = '<img src=x onerror="window.wasRun=true">';
  const { url } = world.plant('CES');
  const isStored = await sendRead(url, world.keysOf('CES').camera, 'ZX111ZX', { marca: script, modello: script });
  await sendRead(url, world.keysOf('CES').camera, 'ZX112ZX');
  await begin('s.bassi', { find: 'ZX11*' });
  await expect(list.rows).toHaveCount(isStored ? 2 : 1);
  await list.rows.last().click();
  await expect(detail.article).toBeVisible();
  if (isStored) await expect(detail.article).toContainText(script);
  expect(await page.evaluate('window.wasRun')).toBeUndefined();
});

/** Simulates an injection: an inline event handler and an inline script, each tried separately. */
const PLANT_SCRIPTS = `(() => {
  const image = document.createElement('img');
  try { image.setAttribute('onerror', 'window.wasRun=true'); } catch {}
  image.src = '/nessuna.png';
  const script = document.createElement('script');
  try { script.append('window.wasRun=true'); } catch {}
  document.body.append(image, script);
})()`;

test('a script planted in the page does not run: the content policy refuses it', async ({
  page,
  login,
  complaints,
}) => {
  await login.open();
  await page.evaluate(PLANT_SCRIPTS);
  await expect.poll(() => complaints.filter((text) => text.startsWith('content policy:')).length).toBeGreaterThan(0);
  expect(await page.evaluate('window.wasRun')).toBeUndefined();
  // These complaints are expected.
  complaints.length = 0;
});
