import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { SHELL_ENTRIES } from '../../apps/portal-web/shell-modules.ts';
import { buildWeb } from '../web-build.ts';
import { root, type StepResult } from './run-steps.ts';

/**
 * Maximum gzipped bytes of JavaScript that a browser with an empty cache loads before a screen can be used.
 */
export const WEB_BUDGETS = { signIn: 150_000, search: 310_000 } as const;
/** Maximum gzipped bytes of styles without which no page is drawn. */
export const STYLE_BUDGET = 24_500;
export type BudgetedScreen = keyof typeof WEB_BUDGETS;

const DIST = 'apps/portal-web/dist';

const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }));
type Manifest = z.infer<typeof Manifest>;

/** Modules the sign-in page needs besides the scripts of the document; `LANGUAGE` stands for each language. */
const SIGN_IN = ['../../packages/i18n/src/LANGUAGE/initial-messages.ts'];
/**
 * Modules loaded with and after sign-in until a search can be started. `bench -- portal` and a journey check what a
 * real browser loads.
 */
const SEARCH = [
  ...SIGN_IN,
  ...SHELL_ENTRIES,
  '../../packages/i18n/src/LANGUAGE/layout-messages.ts',
  'src/routes/_app.lpr.tsx?tsr-split=component',
];

/**
 * Bytes of a file of the built web app on the wire, compressed as the portal does. @param path below the built folder
 */
export function measureGzippedBytes(path: string, dist = join(root, DIST)): number {
  return gzipSync(readFileSync(join(dist, path)), { level: 6 }).length;
}

/**
 * Files of the given modules and of everything they import statically. @throws when a module no longer has a file of
 * its own
 */
export function collectFiles(manifest: Manifest, modules: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const entry = manifest[key];
    if (entry === undefined)
      throw new Error(`${key} is not in the manifest: name what stands in its place in web-budget.ts`);
    files.add(entry.file);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const key of modules) visit(key);
  return files;
}

/** Files the document itself loads, as paths below the built folder. */
const listLoaded = (document: string, kind: 'js' | 'css'): readonly string[] =>
  [...document.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(js|css))"/g)].flatMap(([, path = '', found]) =>
    found === kind ? [path] : [],
  );

/** Builds the web app if needed and checks both screens, in the larger of the two languages, and the styles against their budgets. */
export function runWebBudgetStep(): StepResult {
  buildWeb(root);
  const dist = join(root, DIST);
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')));
  const document = readFileSync(join(dist, 'index.html'), 'utf8');
  const first = listLoaded(document, 'js');
  // The key derivation runs in a worker script that the sign-in starts.
  const worker = readdirSync(join(dist, 'assets')).filter((name) => /^kdf\.worker-.*\.js$/.test(name));
  const bytesOf = (modules: readonly string[], more: readonly string[]): number =>
    Math.max(
      ...['it', 'en'].map((language) => {
        const named = modules.map((key) => key.replace('LANGUAGE', language));
        const files = new Set([...first, ...more, ...collectFiles(manifest, named)]);
        return [...files].reduce((sum, file) => sum + measureGzippedBytes(file, dist), 0);
      }),
    );
  return toBudgetResult({
    signIn: bytesOf(SIGN_IN, []),
    search: bytesOf(
      SEARCH,
      worker.map((name) => `assets/${name}`),
    ),
    styles: listLoaded(document, 'css').reduce((sum, file) => sum + measureGzippedBytes(file, dist), 0),
  });
}

/** Compares measured bytes with the budgets. */
export function toBudgetResult(bytes: Readonly<Record<BudgetedScreen | 'styles', number>>): StepResult {
  const kB = (count: number): string => (count / 1_000).toFixed(1);
  const compare = (name: string, count: number, budget: number) => ({
    isOver: count > budget,
    text: `${name} ${kB(count)} of ${kB(budget)} kB`,
  });
  const lines = [
    compare('sign-in', bytes.signIn, WEB_BUDGETS.signIn),
    compare('search', bytes.search, WEB_BUDGETS.search),
    compare('styles', bytes.styles, STYLE_BUDGET),
  ];
  const over = lines.filter(({ isOver }) => isOver);
  return {
    passed: over.length === 0 ? 1 : 0,
    failed: over.length === 0 ? 0 : 1,
    output: over
      .map(
        ({ text }) => `Loaded before the screen can be used: ${text} gzipped. Load later what it can be used without.`,
      )
      .join('\n'),
    note: lines.map(({ text }) => text).join(', '),
  };
}
