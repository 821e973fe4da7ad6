import { startCamera } from './world/camera.ts';
import { expect, test } from './world/journey.ts';
import { readPostgresPid, getServerPid } from './world/processes.ts';

// Restarted servers and a recovered database are no world for others.
test.use({ ownWorld: 'crash' });

test('kill -9 of a plant, of the portal and of PostgreSQL while reads come in: every acknowledged read is found, the browser goes on by itself', async ({
  page,
  world,
  list,
  complaints,
  begin,
}) => {
  test.setTimeout(150_000);
  const { url } = world.plant('CES');
  await begin('s.bassi');
  const camera = startCamera(url, world.keysOf('CES').camera, 'ZK');
  const expectMoreReads = async (): Promise<void> => {
    const before = camera.acknowledged.size;
    await expect.poll(() => camera.acknowledged.size, { timeout: 40_000 }).toBeGreaterThan(before + 4);
  };
  await expectMoreReads();

  process.kill(getServerPid(world.pid, new URL(url).port), 'SIGKILL');
  await expectMoreReads();
  process.kill(readPostgresPid(world.dataDir), 'SIGKILL');
  await expectMoreReads();
  process.kill(getServerPid(world.pid, new URL(world.portal).port), 'SIGKILL');
  await expectMoreReads();
  await camera.stop();

  // The page that stayed open finds every acknowledged read.
  await list.find('ZK*');
  await list.expectSettled();
  await list.plants.getByRole('button', { name: /Cesena Cintura/ }).click();
  const found = new Set<string>();
  const next = page.getByRole('button', { name: 'Pagina successiva' }).last();
  for (let pageNumber = 1; ; pageNumber += 1) {
    await expect(list.findNumber(list.rows.first())).toHaveText(String((pageNumber - 1) * 50 + 1));
    await list.expectSettled();
    const names = await list
      .findPlates()
      .evaluateAll((plates) => plates.map((one) => one.getAttribute('aria-label') ?? ''));
    for (const name of names) found.add(name.replace(/^Targa |, Italia$/g, ''));
    if (await next.isDisabled()) break;
    await next.click();
  }
  expect([...camera.acknowledged].filter((plate) => !found.has(plate))).toEqual([]);

  // The session survives the restart of the portal.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('tab').first()).toBeVisible({ timeout: 8_000 });
  }).toPass({ timeout: 40_000 });
  await expect(page).toHaveURL(/\/lpr(\?tab=[\w-]+)?$/);
  expect(complaints).toEqual([]);
});
