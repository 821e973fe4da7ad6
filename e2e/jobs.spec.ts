import { countJob, JOBS } from '../bench/jobs/run-job.ts';
import { expect, test } from './world/journey.ts';

// One of the jobs puts a plate of the demo on lists, which other journeys do not expect.
test.use({ ownWorld: 'jobs' });

/** Keys that a job takes beside typed text. Fewer are welcome; more are a longer way for everybody who does it daily. */
const MAX_KEYS = [
  ['partial-plate', 3],
  ['lists', 4],
  ['alert', 7],
  ['owner', 4],
  ['compare', 3],
] as const;

test('jobs of the day by keyboard alone, with no more keys than the benchmarks say: partial plate, lists, alert, owner, two plates', async ({
  page,
  world,
  list,
  begin,
}) => {
  test.setTimeout(240_000);
  await begin('m.ferri', { reason: '9051/2026' });
  const openOther = (): never => {
    throw new Error('These jobs need no other person.');
  };
  for (const [id, most] of MAX_KEYS) {
    // The job before may have ended in a tab of its own; the count begins behind this click.
    await page.getByRole('tab').first().click();
    const job = JOBS.find((one) => one.id === id);
    const count = job === undefined ? null : await countJob({ world, page, list, openOther }, job);
    expect(count?.clicks, id).toBe(0);
    expect(count?.keys, id).toBeLessThanOrEqual(most);
  }
});
