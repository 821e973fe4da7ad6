import path from 'node:path';
import type { DemoOptions } from './options.ts';
import type { Supervisor } from './supervisor.ts';

/** Starts the process that draws the pictures of the newest seeded reads and then sends live traffic. */
export async function startTrafficProcess(
  supervisor: Supervisor,
  { root, options, begunAt }: { root: string; options: DemoOptions; begunAt: string },
): Promise<void> {
  await supervisor.start({
    name: 'traffic',
    entry: path.join(root, 'tools/demo/traffic.ts'),
    // Without live traffic the process ends when the pictures are drawn.
    endsByItself: !options.isLive,
    env: {
      VARCO_DEMO_DATA: options.dataDir,
      VARCO_DEMO_PORT_BASE: String(options.portBase),
      VARCO_DEMO_SIZE: options.size,
      VARCO_DEMO_NO_LIVE: options.isLive ? '' : '1',
      VARCO_DEMO_BEGUN_AT: begunAt,
    },
  });
}
