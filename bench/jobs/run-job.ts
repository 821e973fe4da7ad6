import type { Browser, BrowserContext, Page } from '@playwright/test';
import { CasePage } from '../../e2e/pages/case.page.ts';
import { ListPage } from '../../e2e/pages/list.page.ts';
import { LoginPage } from '../../e2e/pages/login.page.ts';
import type { World } from '../../e2e/world/world.ts';
import { ALERT_JOBS } from './alert-jobs.ts';
import { CountedKeyboard, type JobCount } from './counted-keyboard.ts';
import type { Job, JobPlace } from './job.ts';
import { OFFICE_JOBS } from './office-jobs.ts';
import { TRANSIT_JOBS } from './transit-jobs.ts';

/** Order of the jobs in the table, as the day goes. */
const ORDER: readonly string[] = [
  'partial-plate',
  'accomplices',
  'lists',
  'alert',
  'print',
  'export',
  'owner',
  'compare',
  'silent-camera',
  'right',
  'who-looked',
  'hand-over',
];

/** The twelve jobs of a day. */
export const JOBS: readonly Job[] = [...TRANSIT_JOBS, ...ALERT_JOBS, ...OFFICE_JOBS].toSorted(
  (a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id),
);

const CASE = '9051/2026';

/** Prepares and does one job on the page of a person who has signed in. @throws when the job does not reach its result */
export async function countJob(place: JobPlace, job: Job): Promise<JobCount> {
  await job.prepare(place);
  const hands = await CountedKeyboard.start(place.page);
  await job.run(place, hands);
  return hands.count();
}

/**
 * Does one job in a browser of its own: signs the person in, states the reason, prepares, and counts from there. Sign-in and
 * reason belong to the day, not to the job. @throws when the job does not reach its result
 */
export async function runJob(browser: Browser, world: World, job: Job): Promise<JobCount> {
  const options = {
    baseURL: world.portal,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1440, height: 900 },
  } as const;
  const contexts: BrowserContext[] = [];
  const open = async (user: string): Promise<Page> => {
    const context = await browser.newContext(options);
    contexts.push(context);
    const page = await context.newPage();
    await new LoginPage(page).signIn(world.user(user));
    return page;
  };
  try {
    const page = await open(job.person);
    await new CasePage(page).stateReason(CASE, job.reason);
    return await countJob({ world, page, list: new ListPage(page), openOther: open }, job);
  } finally {
    for (const context of contexts) await context.close();
  }
}
