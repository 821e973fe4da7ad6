import { Rng } from '@varco/sim/random.ts';
import { installBrowserGlobals } from './engine/browser-globals.ts';
import { getScheduler } from './engine/current-day.ts';
import { installSimGlobals } from './engine/sim-globals.ts';
import type { SimOptions } from './options.ts';
import { type DayResult, runDay } from './run-day.ts';
import type { WebTab } from './web/web-tab-types.ts';

/** Loads the web app once for a tab. */
async function loadTab(name: string): Promise<WebTab> {
  await import(`./web/web-tab.ts?tab=${name}`);
  const { simTab } = globalThis as { simTab?: WebTab };
  if (simTab === undefined) throw new Error('the web app was not loaded');
  return simTab;
}

/** Runs the days one after the other; ends at the first day with a violation. Returns the exit code. */
export async function runFederation(options: SimOptions): Promise<number> {
  const { seed, day, days, minutes } = options;
  const elapsedMs = performance.now.bind(performance);
  const tabs = [await loadTab('1'), await loadTab('2')];
  const random = new Rng(seed);
  installSimGlobals(getScheduler, random);
  installBrowserGlobals();
  // Code that fails in the background fails like a server would: the others go on, and the checks judge what follows.
  process.on('unhandledRejection', () => undefined);
  process.on('uncaughtException', () => undefined);
  const startedAt = elapsedMs();
  const checks = new Map<string, number>();
  let [done, events] = [0, 0];
  for (let at = day; at < day + days; at += 1) {
    if (minutes !== null && elapsedMs() - startedAt > minutes * 60_000) break;
    const result = await runDay(seed, at, random, tabs);
    done += 1;
    events += result.events;
    for (const [name, count] of result.checks) checks.set(name, (checks.get(name) ?? 0) + count);
    if (options.isVerbose) console.log(`day ${at}: ${result.events} events, ${result.digest}`);
    if (result.violations.length > 0) return report(result, options);
  }
  const made = [...checks.values()].reduce((sum, count) => sum + count, 0);
  const seconds = ((elapsedMs() - startedAt) / 1000).toFixed(1);
  console.log(`${done} days, ${events} events, ${made} checks of ${checks.size} promises, none broken; ${seconds} s.`);
  return 0;
}

function report({ day, violations }: DayResult, { seed, fault }: SimOptions): number {
  for (const { invariant, node, at, expected, found } of violations.slice(0, 3)) {
    console.log(`BROKEN: ${invariant}\n  seed ${seed}, day ${day}, ${at}, ${node}`);
    console.log(`  expected: ${expected}\n  found: ${found}`);
  }
  const planted = fault === null ? '' : ` --fault ${fault}`;
  console.log(`Again: npm run sim -- federation --seed ${seed} --day ${day}${planted}`);
  return 1;
}
