import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getConstructionPlans } from 'pg-boss';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KIT_MIGRATIONS } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import { createLog, silentLog } from '../log/log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { makeJobsDue } from '../testing/due-jobs.ts';
import { createBoss } from './boss.ts';
import { defineJob, JobPostponed, type JobHandler, type JobRun } from './define-job.ts';
import { enqueue } from './enqueue.ts';
import { createBacklogMetrics, createJobReport } from './job-report.ts';
import { registerJobs } from './job-store.repository.ts';
import { runDueJobs, type RunningJobs, startJobs } from './start-jobs.ts';

const COUNT = defineJob({
  name: 'test.count',
  schema: z.object({ n: z.number() }),
  retry: { limit: 2, delayS: 30, maxDelayS: 60 },
  expireInS: 60,
  hasGiveUp: true,
});
const ALONE = defineJob({ ...COUNT, name: 'test.alone', policy: 'singleton', hasGiveUp: false });

let database: TestDatabase;
let pool: Pool;
const started: RunningJobs[] = [];
beforeAll(async () => {
  database = await createTestDatabase('jobs', KIT_MIGRATIONS);
  pool = createPool({ url: database.url, applicationName: 'jobs test', max: 20 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('delete from job.job');
  await registerJobs(pool, [COUNT, ALONE]);
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop();
});

const report = createJobReport(silentLog);
const runSql = (text: string, values: readonly unknown[]) => pool.query(text, [...values]);
const put = (n: number, job = COUNT): Promise<void> => enqueue(runSql, job, { n });
function start(handlers: readonly JobHandler<{ n: number }>[]): RunningJobs {
  const jobs = startJobs({ pool, report, handlers });
  started.push(jobs);
  return jobs;
}
const collect = (seen: number[], concurrency = 2): JobHandler<{ n: number }> => ({
  job: COUNT,
  concurrency,
  run: async ({ n }) => void seen.push(n),
});
const readStates = async (): Promise<readonly string[]> =>
  (await pool.query<{ state: string }>('select name, state from job.job order by created_on')).rows.map(
    ({ state }) => state,
  );

describe('schema', () => {
  it('is the construction plan of this version of pg-boss, without the partitions of its statistics', async () => {
    const text = await readFile(join(KIT_MIGRATIONS, '0006-jobs.sql'), 'utf8');
    const normalise = (sql: string): string =>
      sql
        .replaceAll(/--.*$/gm, '')
        .replaceAll(/[\s;]+/g, ' ')
        .trim();
    const plan = getConstructionPlans('job', { createSchema: false });
    const start = plan.indexOf('CREATE TYPE');
    const statistics = /DO \$\$\s+DECLARE\s+d date;.*?\n\s+\$\$\n/s;
    const expected = normalise(plan.slice(start, plan.lastIndexOf('COMMIT')).replace(statistics, ''));
    expect(normalise(text)).toContain(expected);
  });

  it('belongs to the owner: the serving role can neither add a table nor empty one', async () => {
    for (const text of ['create table job.other (n int)', 'truncate job.job', 'alter table job.queue add column n int'])
      await expect(pool.query(text), text).rejects.toMatchObject({ code: '42501' });
  });
});

describe('queued jobs', () => {
  it('exist exactly when the transaction commits, and then start at once', async () => {
    const seen: number[] = [];
    start([collect(seen)]);
    await expect.poll(async () => (await pool.query('select 1 from job.queue')).rowCount).toBeGreaterThan(0);
    const client = await pool.connect();
    const inside = (text: string, values: readonly unknown[]) => client.query(text, [...values]);
    await client.query('begin');
    await enqueue(inside, COUNT, { n: 1 });
    await client.query('rollback');
    await client.query('begin');
    await enqueue(inside, COUNT, { n: 2 });
    await client.query('commit');
    client.release();
    // Sooner than the next poll.
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([2]);
    await expect.poll(readStates).toEqual(['completed']);
  });

  it('of an unknown kind, or with other data than declared, are refused', async () => {
    await expect(enqueue(runSql, { ...COUNT, name: 'test.unknown' }, { n: 1 })).rejects.toMatchObject({
      code: '23502',
    });
    await expect(enqueue(runSql, COUNT, { n: 'x' } as never)).rejects.toBeInstanceOf(z.ZodError);
    expect(await readStates()).toEqual([]);
  });

  it('run once, whatever the number of processes', async () => {
    const seen: number[] = [];
    for (let n = 0; n < 40; n += 1) await put(n);
    for (let i = 0; i < 3; i += 1) start([collect(seen)]);
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(40);
    await expect.poll(async () => new Set(await readStates())).toEqual(new Set(['completed']));
    expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('of a singleton kind run one at a time', async () => {
    const most = { running: 0, seen: 0, done: 0 };
    const handler: JobHandler<{ n: number }> = {
      job: ALONE,
      concurrency: 2,
      async run() {
        most.running += 1;
        most.seen = Math.max(most.seen, most.running);
        await pool.query('select pg_sleep(0.01)');
        most.running -= 1;
        most.done += 1;
      },
    };
    for (let n = 0; n < 6; n += 1) await put(n, ALONE);
    for (let i = 0; i < 2; i += 1) start([handler]);
    await expect.poll(() => most.done, { timeout: 60_000 }).toBe(6);
    expect(most.seen).toBe(1);
  });

  it('that fail are tried again later, and given up once', async () => {
    const failures: number[] = [];
    const givenUp: number[] = [];
    const handler: JobHandler<{ n: number }> = {
      job: COUNT,
      concurrency: 1,
      run(_data, run) {
        failures.push(run.failures);
        return Promise.reject(new JobPostponed('not now'));
      },
      giveUp: async ({ n }) => void givenUp.push(n),
    };
    await put(7);
    for (let i = 0; i < 4; i += 1) {
      await runDueJobs({ pool, report }, handler);
      // Nothing is due before its pause is over.
      await runDueJobs({ pool, report }, handler);
      await makeJobsDue(pool);
    }
    expect(failures).toEqual([0, 1, 2]);
    expect(givenUp).toEqual([7]);
  });

  it('that a stop interrupts are free at once, and the stop does not count as a failure', async () => {
    const runs: JobRun[] = [];
    const untilAborted: JobHandler<{ n: number }> = {
      job: COUNT,
      concurrency: 1,
      run(_data, run) {
        runs.push(run);
        return new Promise((_resolve, reject) => run.signal.addEventListener('abort', () => reject(new Error('stop'))));
      },
    };
    await put(3);
    const first = start([untilAborted]);
    await expect.poll(() => runs.length, { timeout: 10_000 }).toBe(1);
    expect(first.active()).toBe(1);
    await first.stop();
    const seen: number[] = [];
    await runDueJobs({ pool, report }, { ...collect(seen), run: async (_data, run) => void seen.push(run.failures) });
    expect(seen).toEqual([0]);
  });

  it('of a process that is gone run again, and what the old run still reports changes nothing', async () => {
    await put(5);
    const gone = createBoss(pool, () => {});
    await gone.start();
    const [claim] = await gone.fetch(COUNT.name);
    if (claim === undefined) throw new Error('nothing claimed');
    // Its last heartbeat was a minute ago.
    await pool.query(`update job.job set heartbeat_on = now() - interval '1 minute'`);
    const seen: number[] = [];
    start([{ ...collect(seen), run: async (_data, run) => void seen.push(run.failures) }]);
    await expect.poll(readStates, { timeout: 30_000 }).toEqual(['retry']);
    await gone.complete(COUNT.name, [{ id: claim.id, retryCount: 0 }]);
    expect(await readStates()).toEqual(['retry']);
    await makeJobsDue(pool);
    await expect.poll(readStates, { timeout: 30_000 }).toEqual(['completed']);
    expect(seen).toEqual([1]);
    await gone.stop({ graceful: false });
  }, 90_000);

  it('that another process has taken over are aborted here', async () => {
    const signals: AbortSignal[] = [];
    start([
      {
        job: COUNT,
        concurrency: 1,
        run(_data, { signal }) {
          signals.push(signal);
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
    ]);
    await put(6);
    await expect.poll(() => signals.length, { timeout: 10_000 }).toBe(1);
    await pool.query('update job.job set retry_count = retry_count + 1');
    await expect.poll(() => signals[0]?.aborted, { timeout: 20_000 }).toBe(true);
    // The run of the other process is not ended by this one.
    await expect.poll(readStates).toEqual(['active']);
  }, 60_000);
});

describe('tasks', () => {
  it('run once in each interval, in one of several processes', async () => {
    let runs = 0;
    const task = { name: 'test.task', everyMs: 3_600_000, run: async () => void (runs += 1) };
    for (let i = 0; i < 3; i += 1) started.push(startJobs({ pool, report, tasks: [task] }));
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
    await expect.poll(readStates).toEqual(['completed']);
    for (const jobs of started.splice(0)) await jobs.stop();
    // Started again within the interval.
    started.push(startJobs({ pool, report, tasks: [task, { ...task, name: 'test.other' }] }));
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(2);
    const { rows } = await pool.query(`select data ->> 'task' as task from job.job order by 1`);
    expect(rows).toEqual([{ task: 'test.other' }, { task: 'test.task' }]);
  });

  it('are not run twice at once when a run outlasts its interval', async () => {
    const runs = { now: 0, most: 0, all: 0 };
    const ends: (() => void)[] = [];
    const task = {
      name: 'test.slow',
      everyMs: 1_000,
      async run() {
        runs.all += 1;
        runs.now += 1;
        runs.most = Math.max(runs.most, runs.now);
        await new Promise<void>((resolve) => ends.push(resolve));
        runs.now -= 1;
      },
    };
    const own = createJobReport(silentLog);
    const registry = new Registry();
    for (const metric of own.metrics) registry.registerMetric(metric);
    const countFiled = async (): Promise<number> =>
      Number(/varco_job_runs_total\{job="task.file",result="done"\} (\d+)/.exec(await registry.metrics())?.[1] ?? 0);
    for (let i = 0; i < 2; i += 1) started.push(startJobs({ pool, report: own, tasks: [task] }));
    await expect.poll(() => runs.all, { timeout: 10_000 }).toBe(1);
    const before = await countFiled();
    await expect.poll(async () => (await countFiled()) - before, { timeout: 20_000 }).toBeGreaterThan(5);
    expect(runs).toEqual({ now: 1, most: 1, all: 1 });
    for (const end of ends) end();
    await expect.poll(() => runs.all, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(runs.most).toBe(1);
    const stopped = Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    await expect
      .poll(
        () => {
          for (const end of ends) end();
          return runs.now;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
    await stopped;
  }, 60_000);
});

describe('report', () => {
  it('logs a failure once for each cause, and that the job works again; the metric counts all', async () => {
    const lines: string[] = [];
    const clock = { now: 0 };
    const log = createLog({ level: 'info', name: 'test', target: { write: (line) => lines.push(line) } });
    const own = createJobReport(log, () => clock.now);
    const fail = () => Promise.reject(Object.assign(new Error('quotes AB123CD'), { code: 'ECONNREFUSED' }));
    for (let i = 0; i < 50; i += 1) await own.observe('test.job', fail);
    await own.observe('test.job', () => Promise.reject(new TypeError('other')));
    await own.observe('test.job', () => Promise.reject(new JobPostponed('expected')));
    clock.now += 11 * 60_000;
    await own.observe('test.job', fail);
    await own.observe('test.job', async () => {});
    await own.observe('test.job', async () => {});
    const events = lines.map((line) => JSON.parse(line) as { event: string; code: string; subCode?: string });
    expect(events.map(({ event, code, subCode }) => [event, code, subCode])).toEqual([
      ['job failed', 'test.job', 'ECONNREFUSED'],
      ['job failed', 'test.job', undefined],
      ['job failed', 'test.job', 'ECONNREFUSED'],
      ['job works again', 'test.job', undefined],
    ]);
    expect(lines.join('')).not.toContain('AB123CD');
    const registry = new Registry();
    for (const metric of own.metrics) registry.registerMetric(metric);
    const text = await registry.metrics();
    expect(text).toContain('varco_job_runs_total{job="test.job",result="failed"} 52');
    expect(text).toContain('varco_job_runs_total{job="test.job",result="postponed"} 1');
    expect(text).toContain('varco_job_runs_total{job="test.job",result="done"} 2');
  });

  it('has gauges of what waits, how long, and what was given up', async () => {
    await put(1);
    await put(2);
    await pool.query(
      `update job.job set start_after = now() - interval '1 hour', state = case when data ->> 'n' = '2' then 'failed'::job.job_state else state end`,
    );
    const registry = new Registry();
    for (const metric of createBacklogMetrics(pool)) registry.registerMetric(metric);
    const text = await registry.metrics();
    expect(text).toContain('varco_job_waiting{job="test.count"} 1');
    expect(text).toContain('varco_job_given_up{job="test.count"} 1');
    expect(Number(/varco_job_oldest_seconds\{job="test.count"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(3_500);
  });
});
