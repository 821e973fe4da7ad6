// `npm run dev`: the demo world with servers that restart when their sources change, and the web app served from its
// sources with hot reload. Accepts the options of `npm start`.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';
import { root } from './checks/run-steps.ts';
import { computeLayout } from './demo/layout.ts';
import { readDemoOptions } from './demo/options.ts';

const options = readDemoOptions(process.argv.slice(2), process.env, root);
if ('help' in options) {
  console.log(options.help);
  process.exit(0);
}
const { portalUrl } = computeLayout(options);
const port = options.portBase + 30;
const origin = `http://localhost:${port}`;

const guard = path.join(root, 'tools/end-with-parent.mjs');
const demo = spawn(
  process.execPath,
  ['--import', `file://${guard}`, path.join(root, 'tools/demo.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    // Detached from the terminal's process group, so that Ctrl-C does not reach it twice: this process stops it.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, VARCO_DEMO_WATCH: '1', VARCO_DEMO_ALSO_ORIGIN: origin },
  },
);

const web = await createServer({
  configFile: path.join(root, 'apps/portal-web/vite.config.ts'),
  server: {
    port,
    strictPort: true,
    // The browser uses one origin; the portal receives its own.
    proxy: { '/api': { target: portalUrl, changeOrigin: true, headers: { origin: portalUrl } } },
  },
});
await web.listen();
console.log(`\nThe web app from its sources, with hot reload: ${origin} (works once the demo below is ready)\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void demo.kill(signal));
demo.once('exit', (code) => {
  void web.close().finally(() => process.exit(code ?? 1));
});
