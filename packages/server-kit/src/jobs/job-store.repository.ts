import type { Pool } from 'pg';
import { buildGivenUpName, type Job } from './define-job.ts';

/** Runs one statement of the caller, usually inside the caller's transaction. */
export type RunSql = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** Channel of PostgreSQL on which new jobs are announced; the payload is the name of the job. */
export const JOB_CHANNEL = 'varco_job';

/** A lost process is noticed after this time. pg-boss allows no less than ten seconds. */
export const HEARTBEAT_S = 15;

type AnyJob = Omit<Job<never>, 'schema'>;

const toQueue = (job: AnyJob, name: string, deadLetter: string | null) => ({
  name,
  policy: job.policy,
  retryLimit: job.retry.limit,
  retryDelay: job.retry.delayS,
  retryBackoff: true,
  retryDelayMax: job.retry.maxDelayS,
  expireInSeconds: job.expireInS,
  retentionSeconds: job.waitsAtMostS,
  deleteAfterSeconds: job.keepDoneS,
  heartbeatSeconds: HEARTBEAT_S,
  deadLetter,
});

/**
 * Makes the kinds of jobs known to the database, with their present rules. Must have run before one of them is
 * enqueued. Safe in several processes at once.
 */
export async function registerJobs(pool: Pool, jobs: readonly AnyJob[]): Promise<void> {
  const queues = jobs.flatMap((job) => {
    const givenUp = buildGivenUpName(job.name);
    return [
      ...(job.hasGiveUp ? [toQueue(job, givenUp, null)] : []),
      toQueue(job, job.name, job.hasGiveUp ? givenUp : null),
    ];
  });
  await pool.query(
    `select job.create_queue(q ->> 'name', q) from jsonb_array_elements($1::jsonb) with ordinality as x(q, n) order by n`,
    [JSON.stringify(queues)],
  );
  await pool.query(
    `update job.queue as t set policy = n.policy, retry_limit = n."retryLimit", retry_delay = n."retryDelay", retry_backoff = n."retryBackoff",
       retry_delay_max = n."retryDelayMax", expire_seconds = n."expireInSeconds", retention_seconds = n."retentionSeconds",
       deletion_seconds = n."deleteAfterSeconds", heartbeat_seconds = n."heartbeatSeconds", dead_letter = n."deadLetter"
     from jsonb_to_recordset($1::jsonb) as n(name text, policy text, "retryLimit" int, "retryDelay" int, "retryBackoff" bool,
       "retryDelayMax" int, "expireInSeconds" int, "retentionSeconds" int, "deleteAfterSeconds" int, "heartbeatSeconds" int, "deadLetter" text)
     where n.name = t.name and (t.policy, t.retry_limit, t.retry_delay, t.retry_delay_max, t.expire_seconds, t.retention_seconds, t.deletion_seconds,
       t.heartbeat_seconds, t.dead_letter) is distinct from (n.policy, n."retryLimit", n."retryDelay", n."retryDelayMax", n."expireInSeconds",
       n."retentionSeconds", n."deleteAfterSeconds", n."heartbeatSeconds", n."deadLetter")`,
    [JSON.stringify(queues)],
  );
}

export interface JobInsert {
  readonly name: string;
  readonly data: object;
  /** What `exclusive` jobs, and those with `everyS`, are told apart by. */
  readonly key: string | null;
  /** Only one job with this key is inserted in each period of this length; null: any number. */
  readonly everyS: number | null;
  readonly delayS: number;
}

/**
 * Inserts a job as pg-boss does, in the statement's transaction, and announces it at its commit. Fails when the kind
 * is not registered. Nothing is inserted where the policy or `everyS` forbids it.
 */
const INSERT_JOB = `with made as (
    insert into job.job_common (name, data, singleton_key, singleton_on, start_after, created_on, keep_until, policy, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, dead_letter, heartbeat_seconds)
    select n.name, $2::jsonb, $3::text,
      case when $4::int is not null then 'epoch'::timestamp + make_interval(secs => $4 * floor(extract(epoch from job.job_now()) / $4)) end,
      job.job_now() + make_interval(secs => $5::int), job.job_now(), job.job_now() + make_interval(secs => $5 + q.retention_seconds),
      q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds,
      greatest(q.deletion_seconds, 2 * coalesce($4, 0)), q.dead_letter, q.heartbeat_seconds
    from (select $1::text as name) as n left join job.queue as q on q.name = n.name
    on conflict do nothing returning start_after)
  select pg_notify('${JOB_CHANNEL}', $1::text) from made where start_after <= job.job_now()`;

export async function insertJob(run: RunSql, { name, data, key, everyS, delayS }: JobInsert): Promise<void> {
  await run(INSERT_JOB, [name, JSON.stringify(data), key, everyS, delayS]);
}

/** Hands a running job back, to be run by any process at once. Without effect when another process has it by now. */
export async function releaseJob(pool: Pool, name: string, id: string, failures: number): Promise<void> {
  await pool.query(
    `with freed as (
       update job.job_common set state = 'created', started_on = null, heartbeat_on = null
       where name = $1 and id = $2 and state = 'active' and retry_count = $3 returning id)
     select pg_notify('${JOB_CHANNEL}', $1::text) from freed`,
    [name, id, failures],
  );
}

/** True when a job of this kind can be taken now. */
export async function isJobDue(pool: Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from job.job_common where name = $1 and state < 'active' and not blocked and start_after <= job.job_now() limit 1`,
    [name],
  );
  return rowCount === 1;
}

/** Number and age of the jobs of one name. */
export interface JobBacklog {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  /** Given up and not removed yet. */
  readonly failed: number;
  /** How long the oldest due job has waited. */
  readonly oldestS: number;
}

/** Backlog by name. Periodic work is listed under the name of its task. */
export async function readBacklog(pool: Pool): Promise<readonly JobBacklog[]> {
  const { rows } = await pool.query<JobBacklog>(
    `select coalesce(data ->> 'task', name) as name, count(*) filter (where state < 'active')::int as waiting,
       count(*) filter (where state = 'active')::int as running, count(*) filter (where state = 'failed')::int as failed,
       coalesce(extract(epoch from job.job_now() - min(start_after) filter (where state < 'active' and start_after <= job.job_now())), 0)::float8
         as "oldestS"
     from job.job_common where state in ('created', 'retry', 'active', 'failed') group by 1`,
  );
  return rows;
}
