// `npm run bench -- portal`: sign-in as a user sees it in a browser, and sign-ins under load.
import { chromium } from '@playwright/test';
import { findBrowser } from '../tools/browser.ts';
import { DEMO_PEOPLE } from '../tools/demo/people.ts';
import { measureGzippedBytes } from '../tools/checks/web-budget.ts';
import type { BenchOptions } from './options.ts';
import { type SignInCase, type SignInRun, signInOnce } from './portal/browser-run.ts';
import { fillCallers } from './portal/callers.ts';
import { loadPortal } from './portal/load.ts';
import { formatPortalReport, type ScreenBytes, type SignInRow } from './portal/report.ts';
import { saveResults } from './report/save-results.ts';
import { readLoadAverage, collectMachineFacts } from './report/results.ts';
import { summarizeTimes } from './stats.ts';
import { startHealthyWorld } from './world/healthy-world.ts';

/** A user needs time to type while the browser loads the next code. A password manager fills the form at once. */
const TYPING_MS = 4_000;
/** A user with eight plants, each with its own password, in a vault at full strength. */
const PERSON = DEMO_PEOPLE[0];

/** Runs the portal benchmark. @throws PreflightError when its ports are in use */
export async function benchPortal(options: BenchOptions, say: (text: string) => void): Promise<void> {
  const loadBefore = readLoadAverage();
  const world = await startHealthyWorld(
    { dataDir: `${options.dataDir}-portal`, portBase: 18_700, size: 'tiny', fillMore: fillCallers },
    say,
  );
  try {
    const origin = world.layout.portalUrl;
    const who = { origin, username: PERSON?.username ?? '', password: PERSON?.password ?? '' };
    const { rows, last } = await measureSignIns(who, options.runs, say);
    const bytes = measureScreenBytes(last, world.webDist);
    const loads = await loadPortal(origin, options.seconds, say);
    const run = { ...collectMachineFacts('npm run bench -- portal', loadBefore), plants: world.layout.plants.length };
    const { table, picture } = formatPortalReport({ run, signIns: rows, bytes, loads });
    console.log(`\n${table}\n`);
    for (const { id, lastError } of loads) if (lastError !== null) console.log(`${id}: ${lastError}`);
    if (options.isSaved) saveResults('portal', { run, signIns: rows, bytes, loads }, picture);
  } finally {
    await world.stop();
  }
}

/** Consecutive sign-ins, each in a fresh browser context; typed and auto-filled alternately. */
async function measureSignIns(
  who: SignInCase,
  runs: number,
  say: (text: string) => void,
): Promise<{ readonly rows: readonly SignInRow[]; readonly last: SignInRun }> {
  const browser = await chromium.launch(await findBrowser());
  try {
    say('a warm-up sign-in, which is not counted');
    let last = await signInOnce(browser, who, TYPING_MS);
    const typed: SignInRun[] = [];
    const filled: SignInRun[] = [];
    for (let i = 0; i < runs; i += 1) {
      say(`sign-in ${i + 1} of ${runs}`);
      filled.push(await signInOnce(browser, who, 0));
      last = await signInOnce(browser, who, TYPING_MS);
      typed.push(last);
    }
    const rows = [
      buildSignInRow('typed', `typed in ${TYPING_MS / 1_000} s`, typed),
      buildSignInRow('filled', 'filled and sent at once', filled),
    ];
    return { rows, last };
  } finally {
    await browser.close();
  }
}

const PHASE_NAMES = ['params', 'argon2', 'login', 'plants', 'rest'] as const;

function buildSignInRow(id: SignInRow['id'], label: string, runs: readonly SignInRun[]): SignInRow {
  const middle = (numbers: readonly number[]): number => summarizeTimes(numbers)?.p50 ?? Number.NaN;
  return {
    id,
    label,
    targetMs: 2_000,
    form: summarizeTimes(runs.map(({ formMs }) => formMs)),
    shell: summarizeTimes(runs.map(({ shellMs }) => shellMs)),
    fastest: Math.round(Math.min(...runs.map(({ shellMs }) => shellMs))),
    phases: Object.fromEntries(PHASE_NAMES.map((name) => [name, middle(runs.map(({ phases }) => phases[name]))])),
  };
}

const measureScreenBytes = (run: SignInRun, dist: string): ScreenBytes => ({
  signIn: sumBytes(run.beforeForm, dist),
  search: sumBytes(run.beforeSearch, dist),
});

const sumBytes = (paths: readonly string[], dist: string): number =>
  [...new Set(paths)].reduce((sum, path) => sum + measureGzippedBytes(path, dist), 0);
