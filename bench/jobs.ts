// `npm run bench -- jobs`: twelve jobs of a day in a real browser, by keyboard alone.
import { chromium } from '@playwright/test';
import { findBrowser } from '../tools/browser.ts';
import { startWorld } from '../e2e/world/start-world.ts';
import { buildWeb } from '../tools/web-build.ts';
import { join } from 'node:path';
import { formatJobTable, type JobResult } from './jobs/job-table.ts';
import { PEER, PEER_JOBS } from './jobs/peer-jobs.ts';
import { JOBS, runJob } from './jobs/run-job.ts';
import { OptionError, type BenchOptions } from './options.ts';
import { collectMachineFacts, readLoadAverage } from './report/results.ts';
import { saveResults } from './report/save-results.ts';

/** Ports of the demo of this bench, beside those that tests use. */
const SLOT = 8;

/**
 * Runs the jobs. A job that does not reach its result ends the bench: a count of a job that was not done is none.
 * @throws OptionError for an unknown job
 */
export async function benchJobs(options: BenchOptions, say: (text: string) => void): Promise<void> {
  const unknown = options.only.filter((id) => !JOBS.some((job) => job.id === id));
  if (unknown.length > 0)
    throw new OptionError(`There is no job ${unknown.join(', ')}; there are ${JOBS.map(({ id }) => id).join(', ')}.`);
  const loadBefore = readLoadAverage();
  say('starting the demo');
  buildWeb(join(import.meta.dirname, '..'));
  const { world, stop } = await startWorld({ slot: SLOT, size: 'tiny' });
  const browser = await chromium.launch(await findBrowser());
  try {
    const results: JobResult[] = [];
    for (const job of JOBS.filter(({ id }) => options.only.length === 0 || options.only.includes(id))) {
      say(job.title);
      const count = await runJob(browser, world, job);
      results.push({ id: job.id, title: job.title, start: job.start, ...count, peer: PEER_JOBS[job.id] ?? null });
    }
    const run = collectMachineFacts('npm run bench -- jobs', loadBefore);
    console.log(`\n${formatJobTable(results)}\n`);
    if (options.isSaved) saveResults('jobs', { run, peer: PEER, jobs: results });
  } finally {
    await browser.close();
    await stop();
  }
}
