import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forkBackground } from './background-process.ts';

let folder: string;
let program: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'varco-background-'));
  const path = join(folder, 'program.mjs');
  const module = new URL('./background-process.ts', import.meta.url).href;
  await writeFile(
    path,
    `import { stayInBackground } from ${JSON.stringify(module)};
     stayInBackground();
     process.on('message', () => process.send(Object.keys(process.env)));`,
  );
  program = pathToFileURL(path);
});
afterAll(() => rm(folder, { recursive: true }));

it('goes behind the server, knows no secret of it, and ends with it alone', async () => {
  process.env['VARCO_SECRET_OF_A_TEST'] = 'secret';
  const child = forkBackground(program);
  delete process.env['VARCO_SECRET_OF_A_TEST'];
  const answer = once(child, 'message');
  child.send('who');
  const [names] = (await answer) as [string[]];
  expect(names).toContain('PATH');
  expect(names).not.toContain('VARCO_SECRET_OF_A_TEST');
  expect(getPriority(child.pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  // A signal to all is the server's to answer.
  child.kill('SIGTERM');
  const again = once(child, 'message');
  child.send('still there');
  await again;
  const gone = once(child, 'exit');
  child.disconnect();
  expect(await gone).toEqual([0, null]);
});
