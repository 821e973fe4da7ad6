import { mkdir, readFile, rm } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { findBrowser } from '../browser.ts';
import { formatSlowestFiles, type FileTime } from './slowest-files.ts';
import { root, runTool, type Step, type StepResult } from './run-steps.ts';

/** Folder of the results of the last run, read by `npm run spec`. */
export const resultsDir = join(root, '.cache/results');

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      /** Why the file could not be loaded; empty when it could. */
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});
type VitestReport = z.infer<typeof vitestReport>;
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({
              duration: z.number(),
              errors: z.array(
                z.object({
                  message: z.string(),
                  location: z.object({ file: z.string(), line: z.number() }).optional(),
                }),
              ),
              attachments: z.array(z.object({ name: z.string(), path: z.string().optional() })),
            }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(playwrightSuite),
});

/** A step of the test runner; `project` is a name in vitest.config.ts. */
export function createVitestStep(name: string, project: 'unit' | 'server' | 'browser'): Step {
  return {
    name,
    async run() {
      if (project === 'browser') await findBrowser();
      const file = join(resultsDir, `vitest-${project}.json`);
      const { code, output } = await withReport(file, () =>
        runTool('vitest', [
          'run',
          '--project',
          project,
          '--passWithNoTests',
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ]),
      );
      const report = await readReport(file, vitestReport);
      if (report === null) return { passed: 0, failed: 1, output };
      // An error outside any test (a file that fails to load, an unhandled rejection) is not counted as a test.
      const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1);
      const times = report.testResults.map(({ name: file, startTime, endTime }): FileTime => ({
        file: relative(root, file),
        seconds: (endTime - startTime) / 1000,
      }));
      const failures = [...listFailedTests(report), stripDotLines(output)].join('\n');
      const result = formatCount(report.numPassedTests, failed, report.numPendingTests, failures);
      return { ...result, slowest: formatSlowestFiles(times) };
    },
  };
}

/** End-to-end journeys on the real programs. */
export function createJourneyStep(): Step {
  return {
    name: 'journeys in the browser',
    async run() {
      const folder = join(root, 'e2e');
      if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.spec.ts'))) {
        return { passed: 0, failed: 0, output: '', note: 'none yet' };
      }
      await findBrowser();
      const file = join(resultsDir, 'playwright.json');
      const { code, output } = await withReport(file, () =>
        runTool('playwright', ['test', '--reporter=dot,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
      );
      const report = await readReport(file, playwrightReport);
      if (report === null) return { passed: 0, failed: 1, output };
      const { expected, unexpected, flaky, skipped } = report.stats;
      const failed = Math.max(unexpected + flaky, code === 0 && report.errors.length === 0 ? 0 : 1);
      const failures = `${report.suites.flatMap(listFailures).join('\n')}\n${stripDotLines(output)}`;
      const result = formatCount(expected, failed, skipped, failures);
      return { ...result, slowest: formatSlowestFiles(report.suites.flatMap(listTimes)) };
    },
  };
}

/**
 * Each failed test in a few lines, before the output of the runner: that is long, is often truncated in the middle, and
 * then names no test.
 */
const listFailedTests = (report: VitestReport): string[] =>
  report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative(root, name);
    return [
      ...(message === '' || failed.length > 0 ? [] : [file, formatError({ message })]),
      ...failed.flatMap(({ fullName, failureMessages }) => [
        `${file} ${fullName}`,
        ...failureMessages.map((text) => formatError({ message: text })),
      ]),
    ];
  });

/**
 * Each failed journey in a few lines: every error with its line, and what the page showed. Output is often truncated, and
 * a journey that fails once in a hundred runs leaves nothing else to find the cause by.
 */
function listFailures(suite: PlaywrightSuite): string[] {
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .flatMap(({ title, file, line, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return [
        `${file}:${line} ${title}`,
        ...results.flatMap(({ errors }) => errors.map(formatError)),
        ...results.flatMap(({ attachments }) => attachments.map(readShownPage)),
      ];
    });
  return [...own, ...(suite.suites ?? []).flatMap(listFailures)];
}

function formatError({ message, location }: { message: string; location?: { file: string; line: number } }): string {
  const place = location === undefined ? '' : `${relative(root, location.file)}:${location.line} `;
  return `    ${place}${stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').slice(0, MAX_ERROR_CHARS)}`;
}

const MAX_SHOWN_PAGE_CHARS = 2500;
const MAX_ERROR_CHARS = 600;

/** What the page showed when the journey failed, as roles and names: dialogs and the main part, without the navigation. */
function readShownPage({ name, path }: { name: string; path?: string }): string {
  if (name !== 'error-context' || path === undefined || !existsSync(path)) return '';
  const snapshot = /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  const shown = snapshot.replace(/^- navigation .*?(?=^- )/ms, '');
  return `    page:\n${shown.slice(0, MAX_SHOWN_PAGE_CHARS)}`;
}

/** Time of each journey. */
const listTimes = (suite: PlaywrightSuite): readonly FileTime[] => [
  ...suite.specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ file, seconds: duration / 1000 }))),
  ),
  ...(suite.suites ?? []).flatMap(listTimes),
];

async function withReport<T>(file: string, run: () => Promise<T>): Promise<T> {
  await mkdir(resultsDir, { recursive: true });
  // Remove the old report, so that it cannot be taken for the report of a run that crashed.
  await rm(file, { force: true });
  return run();
}

async function readReport<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : schema.parse(JSON.parse(text));
}

function formatCount(passed: number, failed: number, skipped: number, output: string): StepResult {
  const notes = [`${passed} passed`, failed > 0 ? `${failed} failed` : '', skipped > 0 ? `${skipped} skipped` : ''];
  return { passed, failed, output, note: notes.filter((text) => text !== '').join(', ') };
}

/** Output of a runner without its progress: a mark a test, by itself on a line or before what the test printed. */
function stripDotLines(output: string): string {
  return stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.replace(/^[·x±°TF\-*]{2,}/, ''))
    .filter((line) => !/^[·x±°TF\-*]$/.test(line))
    .join('\n');
}
