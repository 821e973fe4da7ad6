import type { ExportPartPhase } from '@varco/contract/plant/exports.ts';
import type { Runner } from '../../database/sql-statement.ts';

export type ExportKind = 'portal' | 'direct' | 'plant';
export type ExportState = 'delegated' | ExportPartPhase;

/** An export job as stored. Instants are ISO. */
export interface ExportJob {
  readonly id: string;
  readonly kind: ExportKind;
  readonly state: ExportState;
  readonly user_uuid: string;
  readonly ask_hash: string;
  readonly ask_sealed: Buffer;
  readonly password_sealed: Buffer | null;
  readonly destination: string;
  readonly peer_number: number;
  readonly quota: number;
  readonly most: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly updated_at: string;
  readonly as_of: string | null;
  readonly total: number | null;
  readonly done: number;
  readonly cursor_id: string | null;
  readonly segments: number;
  readonly pictures: number;
  readonly pictures_expired: number;
  readonly pictures_unreadable: number;
  readonly pictures_withheld: boolean;
  readonly limitations: readonly string[];
  readonly bytes: number;
  readonly bytes_sent: number;
  readonly sha256: string | null;
  readonly problem: string;
  readonly tries: number;
}

const JOB_COLUMNS = `id, kind, state, user_uuid, ask_hash, ask_sealed, password_sealed, destination, peer_number, quota, most, created_at,
  started_at, ended_at, updated_at, as_of, total, done, cursor_id::text, segments, pictures, pictures_expired, pictures_unreadable,
  pictures_withheld, limitations, bytes::float8, bytes_sent::float8, sha256, problem, tries`;

const firstJob = (rows: readonly ExportJob[]): ExportJob | null => rows[0] ?? null;

export interface NewExportJob {
  readonly id: string;
  readonly kind: ExportKind;
  readonly state: 'delegated' | 'waiting';
  readonly userUuid: string;
  /** Session in which it was ordered. */
  readonly session: string;
  readonly askHash: string;
  readonly askSealed: Buffer;
  readonly passwordSealed: Buffer | null;
  readonly quota: number;
  readonly most: number;
  readonly picturesWithheld: boolean;
  readonly at: string;
}

/** Inserts a job; null: the guid is already used. */
export async function insertExportJob(runner: Runner, job: NewExportJob): Promise<ExportJob | null> {
  const text = `insert into export_job (id, kind, state, user_uuid, ask_hash, ask_sealed, password_sealed, quota, most, pictures_withheld,
      created_at, updated_at, session)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12) on conflict (id) do nothing returning ${JOB_COLUMNS}`;
  const { id, kind, state, userUuid, askHash, askSealed, passwordSealed, quota, most, picturesWithheld, at, session } =
    job;
  const values = [
    id,
    kind,
    state,
    userUuid,
    askHash,
    askSealed,
    passwordSealed,
    quota,
    most,
    picturesWithheld,
    at,
    session,
  ];
  return firstJob(await runner.run<ExportJob>({ text, values }));
}

export async function findExportJob(runner: Runner, id: string): Promise<ExportJob | null> {
  const text = `select ${JOB_COLUMNS} from export_job where id = $1`;
  return firstJob(await runner.run<ExportJob>({ name: 'export-job', text, values: [id] }));
}

/** Exports that a user made on this plant itself, newest first. */
export function readJobsOfUser(runner: Runner, userUuid: string): Promise<readonly ExportJob[]> {
  const text = `select ${JOB_COLUMNS} from export_job where user_uuid = $1 and kind = 'plant' order by created_at desc, id limit 50`;
  return runner.run<ExportJob>({ name: 'export-jobs-of-user', text, values: [userUuid] });
}

/** Turns a delegation into a waiting job; null when that was done before. */
export async function startDelegatedJob(
  runner: Runner,
  id: string,
  start: {
    readonly passwordSealed: Buffer;
    readonly destination: string;
    readonly peerNumber: number;
    readonly at: string;
  },
): Promise<ExportJob | null> {
  const text = `update export_job set state = 'waiting', password_sealed = $2, destination = $3, peer_number = $4, updated_at = $5
    where id = $1 and state = 'delegated' returning ${JOB_COLUMNS}`;
  const values = [id, start.passwordSealed, start.destination, start.peerNumber, start.at];
  return firstJob(await runner.run<ExportJob>({ text, values }));
}

/** Share of the daily quota used since an instant (`since`, ISO): 1 is one request of full size. */
export async function readUsedQuota(runner: Runner, userUuid: string, since: string): Promise<number> {
  const text = `select coalesce(sum(greatest(done, case when ended_at is null then coalesce(total, 0) else 0 end)::float8 / quota), 0) as used
    from export_job where user_uuid = $1 and created_at >= $2 and state not in ('delegated', 'failed', 'cancelled')`;
  const [row] = await runner.run<{ used: number }>({ name: 'export-quota', text, values: [userUuid, since] });
  return row?.used ?? 0;
}

/**
 * Gives a job to a worker: from now on only changes with this lease are stored. Null: it has ended. Which worker may call
 * this is decided by the queue; the lease stops a worker that another one has replaced.
 */
export async function claimExportJob(
  runner: Runner,
  id: string,
  lease: string,
  now: string,
): Promise<ExportJob | null> {
  const text = `update export_job set lease = $2, started_at = coalesce(started_at, $3), as_of = coalesce(as_of, $3), updated_at = $3,
      state = case when state = 'waiting' then 'building' else state end
    where id = $1 and state in ('waiting', 'building', 'sending') returning ${JOB_COLUMNS}`;
  return firstJob(await runner.run<ExportJob>({ name: 'export-claim', text, values: [id, lease, now] }));
}

export type ExportJobChange = Partial<
  Pick<
    ExportJob,
    | 'state'
    | 'total'
    | 'done'
    | 'cursor_id'
    | 'segments'
    | 'pictures'
    | 'pictures_expired'
    | 'pictures_unreadable'
    | 'limitations'
    | 'bytes'
    | 'bytes_sent'
    | 'sha256'
    | 'problem'
    | 'tries'
    | 'ended_at'
    | 'password_sealed'
  >
>;

const CHANGEABLE_COLUMNS = new Set([
  ...[
    'state',
    'total',
    'done',
    'cursor_id',
    'segments',
    'pictures',
    'pictures_expired',
    'pictures_unreadable',
    'limitations',
  ],
  ...['bytes', 'bytes_sent', 'sha256', 'problem', 'tries', 'ended_at', 'password_sealed'],
]);

/** Updates a claimed job. Null when the lease is lost: the job was cancelled, or claimed by another worker. */
export async function updateClaimedJob(
  runner: Runner,
  id: string,
  lease: string,
  now: string,
  change: ExportJobChange,
): Promise<ExportJob | null> {
  const names = Object.keys(change).filter((name) => CHANGEABLE_COLUMNS.has(name));
  const sets = names.map((name, index) => `${name} = $${index + 4}`);
  const text = `update export_job set ${['updated_at = $3', ...sets].join(', ')}
    where id = $1 and lease = $2 and state in ('building', 'sending') returning ${JOB_COLUMNS}`;
  const values = [id, lease, now, ...names.map((name) => Reflect.get(change, name))];
  return firstJob(await runner.run<ExportJob>({ text, values }));
}

/** Cancels a job that has not ended. Null: it had ended. */
export async function cancelExportJob(runner: Runner, id: string, now: string): Promise<ExportJob | null> {
  const text = `update export_job set state = 'cancelled', ended_at = $2, updated_at = $2, password_sealed = null, lease = null
    where id = $1 and state in ('delegated', 'waiting', 'building', 'sending', 'ready') returning ${JOB_COLUMNS}`;
  return firstJob(await runner.run<ExportJob>({ text, values: [id, now] }));
}

/** Deletes the row; the caller removes the files. */
export async function deleteExportJob(runner: Runner, id: string): Promise<boolean> {
  const rows = await runner.run<{ id: string }>({
    text: 'delete from export_job where id = $1 returning id',
    values: [id],
  });
  return rows.length === 1;
}

/** Exports past their retention, and delegations unused for a day. */
export function readExpiredJobs(
  runner: Runner,
  endedBefore: string,
  delegatedBefore: string,
): Promise<readonly ExportJob[]> {
  const text = `select ${JOB_COLUMNS} from export_job where ended_at < $1 or (state = 'delegated' and created_at < $2) limit 500`;
  return runner.run<ExportJob>({ text, values: [endedBefore, delegatedBefore] });
}

/**
 * Cancels the direct exports that were ordered in a session and not begun: their parameter files are good for nothing from now
 * on. What has begun, or what the portal was charged with, goes on, because its owner waits for it. Returns the number of jobs.
 */
export async function cancelUnusedExports(runner: Runner, session: string, now: string): Promise<number> {
  const text = `update export_job set state = 'cancelled', ended_at = $2, updated_at = $2
    where session = $1 and state = 'delegated' and kind = 'direct' returning id`;
  return (await runner.run<{ id: string }>({ name: 'export-cancel-unused', text, values: [session, now] })).length;
}

/** Exports of a person that failed since an instant, newest first. */
export const readFailedExports = (
  runner: Runner,
  userUuid: string,
  sinceIso: string,
): Promise<readonly { readonly id: string; readonly kind: ExportKind; readonly ended_at: string }[]> =>
  runner.run({
    text: `select id, kind, ended_at from export_job where user_uuid = $1 and state = 'failed' and ended_at >= $2
      order by ended_at desc, id limit 50`,
    values: [userUuid, sinceIso],
  });
