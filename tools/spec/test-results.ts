import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Result of a test of the last run. `title` includes the titles of its groups. */
export interface TestOutcome {
  title: string;
  state: 'passed' | 'failed' | 'skipped';
}

const vitest = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
});

const spec = z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) });
interface Suite {
  title: string;
  specs: z.infer<typeof spec>[];
  suites?: Suite[] | undefined;
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(spec), suites: z.array(suite).optional() }),
);
const playwright = z.object({ suites: z.array(suite) });

/** All tests of the reports in `folder`; empty when no test has run yet. */
export async function readOutcomes(folder: string): Promise<TestOutcome[]> {
  const files = await readdir(folder).catch(() => []);
  const outcomes: TestOutcome[] = [];
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const report: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
    outcomes.push(...(file.startsWith('playwright') ? parsePlaywrightReport(report) : parseVitestReport(report)));
  }
  return outcomes;
}

function parseVitestReport(report: unknown): TestOutcome[] {
  return vitest.parse(report).testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  );
}

function parsePlaywrightReport(report: unknown): TestOutcome[] {
  return playwright.parse(report).suites.flatMap((top) => collectOutcomes(top, ''));
}

function collectOutcomes(node: Suite, above: string): TestOutcome[] {
  const path = `${above} ${node.title}`.trim();
  const own = node.specs.map((one): TestOutcome => {
    const states = one.tests.map((test) => test.status);
    const isSkipped = states.every((state) => state === 'skipped');
    const hasPassed = states.every((state) => state === 'expected' || state === 'skipped');
    return { title: `${path} ${one.title}`, state: isSkipped ? 'skipped' : hasPassed ? 'passed' : 'failed' };
  });
  return [...own, ...(node.suites ?? []).flatMap((child) => collectOutcomes(child, path))];
}
