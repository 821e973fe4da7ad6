import { equalBytes, toBase64Url } from '@varco/domain/audit/audit-bytes.ts';
import { computeGenesisHash } from '@varco/domain/audit/audit-hash.ts';
import { joinRanges } from '@varco/domain/audit/audit-verify.ts';
import { earlierFlaw, type FlawAt, type LogFlaw, type Removals } from '@varco/domain/audit/log-removals.ts';
import type { TreeHead } from '@varco/domain/audit/merkle-tree.ts';
import { type ChainPoint, type RangeResult, readAnnouncements } from '@varco/domain/audit/range-verifier.ts';
import type { ClientBase } from 'pg';
import { sha256 } from './note-keys.ts';
import type { PublishedFiles } from './published-files.ts';
import { verifyInThreads } from './range-workers.ts';
import { type LogRange, type VerifiedRange, verifyOneByOne } from './verify-range.repository.ts';
import { TreeCheck, type TreeFlaw } from './verify-tree.repository.ts';

/** Entries a thread verifies in one go: about a second of work. */
const RANGE_SIZE = 65_536;

/** What of a log is verified, and how. */
export interface VerifyOptions {
  /** Half-open range of days or instants: `from` included, `to` excluded. The whole log when both are absent. */
  readonly from?: string;
  readonly to?: string;
  /** Address of the database: a log of several ranges is verified by several threads, each with a connection. */
  readonly databaseUrl?: string;
  /** Entries of a range, instead of 65,536. */
  readonly rangeSize?: number;
}

/** What is known of the log from outside its database. */
export interface OutsideEvidence {
  /** Published files of one epoch; null: none. */
  readonly published: PublishedFiles | null;
  /** Checkpoints kept elsewhere, by the origin of their log. */
  readonly checkpoints: readonly (TreeHead & { readonly origin: string })[];
}

const NO_EVIDENCE: OutsideEvidence = { published: null, checkpoints: [] };

type FoundFlaw = LogFlaw | TreeFlaw;

export type LogReport =
  | { readonly state: 'none' }
  | { readonly state: 'broken'; readonly epoch: number; readonly seq: number; readonly flaw: FoundFlaw }
  | {
      readonly state: 'whole';
      readonly checked: number;
      /** Entries that expired or whose detail was erased; each removal is recorded by an entry of its own. */
      readonly removed: number;
      readonly erased: number;
      /** Sequence numbers where the database clock went backwards. */
      readonly clockSteps: readonly number[];
      /** Name, size and last hash of the newest log, to be recorded elsewhere; null for a log without entries. */
      readonly fingerprint: { readonly origin: string; readonly size: string; readonly hash: string } | null;
    };

interface StoredLog {
  readonly epoch: number;
  readonly log: string;
  readonly origin: string;
  readonly genesis: Buffer;
  /** Size of the log at its last recorded commit. */
  readonly noted: string;
}

/**
 * Checks the log of a server's database in ranges, so that it can run while the server writes. It uses the same rules
 * as the server but none of its statements. `client`: a connection without pipelining. `outside`: what was published or kept elsewhere, which whoever rewrites the
 * database cannot change with it. Throws database errors and `UnreadableFiles`.
 */
export async function verifyLog(
  client: ClientBase,
  options: VerifyOptions,
  outside: OutsideEvidence = NO_EVIDENCE,
): Promise<LogReport> {
  // The recorded sizes are read first: entries added later cannot make the log appear truncated.
  const { rows: logs } = await client.query<StoredLog>(
    `select l.epoch, l.log, l.origin, l.genesis,
        coalesce((select max(size) from audit_head h where h.epoch = l.epoch), 0) as noted
      from audit_log l order by l.epoch`,
  );
  const { rows: stray } = await client.query<{ epoch: number }>(
    'select epoch from audit_leaf where epoch not in (select epoch from audit_log) order by epoch limit 1',
  );
  if (stray[0] !== undefined) return { state: 'broken', epoch: stray[0].epoch, seq: 1, flaw: 'place' };
  // A published log that the database does not have at all was taken out of it.
  const named = [...outside.checkpoints, ...(outside.published === null ? [] : [outside.published.checkpoint])];
  const missing = named.find(({ origin }) => !logs.some((log) => log.origin === origin));
  if (missing !== undefined && logs.length > 0)
    return { state: 'broken', epoch: Number(missing.origin.split('/').at(-1)), seq: 1, flaw: 'tail' };
  const whole = { checked: 0, removed: 0, erased: 0, clockSteps: [] as number[] };
  let fingerprint: Extract<LogReport, { state: 'whole' }>['fingerprint'] = null;
  for (const log of logs) {
    const result = await verifyEpoch(client, log, options, outside);
    if (result.state === 'broken') return { state: 'broken', epoch: log.epoch, seq: result.seq, flaw: result.flaw };
    whole.checked += result.checked;
    whole.removed += result.removed;
    whole.erased += result.erased;
    whole.clockSteps.push(...result.clockSteps);
    if (result.last !== null && result.checked > 0)
      fingerprint = { origin: log.origin, size: String(result.last.seq), hash: toBase64Url(result.last.hash) };
  }
  return logs.length === 0 ? { state: 'none' } : { state: 'whole', ...whole, fingerprint };
}

interface WholeEpoch {
  readonly state: 'whole';
  readonly checked: number;
  readonly removed: number;
  readonly erased: number;
  readonly clockSteps: readonly number[];
  readonly last: ChainPoint | null;
}
type BrokenEpoch = { readonly state: 'broken' } & FlawAt<FoundFlaw>;

async function verifyEpoch(
  client: ClientBase,
  log: StoredLog,
  options: VerifyOptions,
  outside: OutsideEvidence,
): Promise<WholeEpoch | BrokenEpoch> {
  if (!equalBytes(computeGenesisHash(sha256, log.origin), log.genesis))
    return { state: 'broken', seq: 1, flaw: 'link' };
  const { epoch } = log;
  const { after, last } = await readEpochBounds(client, log, options);
  const known = collectKnown(log.origin, outside);
  const ranges = splitRange({ ...log, after, last }, options.rangeSize ?? RANGE_SIZE);
  const tree = new TreeCheck(client, { ...known, epoch }, after);
  const results: RangeResult[] = [];
  let broken: FlawAt<FoundFlaw> | null = null;
  for await (const { result, hashes } of verifyRanges(client, ranges, options.databaseUrl)) {
    results.push(result);
    const wrong = await tree.add({ after: result.before.seq, hashes });
    broken = earlierFlaw<FoundFlaw>(wrong, result.broken);
    if (broken !== null) break;
  }
  const verdict = joinRanges(results, {
    // What was announced behind the verified rows counts too.
    announced: await readRemovals(client, epoch, broken === null ? last : broken.seq),
    noted: options.to === undefined ? Math.max(Number(log.noted), known.size) : null,
  });
  if (verdict.state === 'broken') return { state: 'broken', ...(earlierFlaw<FoundFlaw>(broken, verdict) ?? verdict) };
  if (broken !== null) return { state: 'broken', ...broken };
  return { ...verdict, checked: last - after, last: results.at(-1)?.last ?? null };
}

/** Parts of a range; one part when it is empty. */
function splitRange(range: LogRange, size: number): readonly LogRange[] {
  const parts = Math.max(1, Math.ceil((range.last - range.after) / size));
  return Array.from({ length: parts }, (_, index) => ({
    ...range,
    after: range.after + index * size,
    last: Math.min(range.last, range.after + (index + 1) * size),
  }));
}

const verifyRanges = (
  client: ClientBase,
  ranges: readonly LogRange[],
  databaseUrl: string | undefined,
): AsyncGenerator<VerifiedRange> =>
  databaseUrl === undefined || ranges.length === 1
    ? verifyOneByOne(client, ranges)
    : verifyInThreads(databaseUrl, ranges);

/** What is known of one log: tree heads, the published files, and the largest size. */
function collectKnown(origin: string, { published, checkpoints }: OutsideEvidence) {
  const files = published?.checkpoint.origin === origin ? published : null;
  const heads = [...checkpoints.filter((one) => one.origin === origin), ...(files === null ? [] : [files.checkpoint])];
  return { files, heads, size: Math.max(0, ...heads.map(({ size }) => size)) };
}

/** The verified numbers: above `after`, up to `last`. */
async function readEpochBounds(client: ClientBase, log: StoredLog, { from, to }: VerifyOptions) {
  const { rows } = await client.query<{ end: string; first: string | null; last: string | null }>(
    `select (select coalesce(max(seq), 0) from audit_leaf where epoch = $1) as end,
            (select min(seq) from audit_entry where epoch = $1 and at >= $2::timestamptz) as first,
            (select max(seq) from audit_entry where epoch = $1 and at < $3::timestamptz) as last`,
    [log.epoch, from ?? null, to ?? null],
  );
  const [row] = rows;
  const end = Number(row?.end ?? 0);
  const after = from === undefined ? 0 : Math.min(end, Number(row?.first ?? end + 1) - 1);
  return { after, last: Math.max(after, to === undefined ? end : Number(row?.last ?? 0)) };
}

/** What entries announce after a number. */
async function readRemovals(client: ClientBase, epoch: number, after: number): Promise<Removals> {
  const { rows } = await client.query<{ entry: string; salt: Buffer; text: string }>(
    `select e.body as entry, d.salt, d.body as text from audit_entry e join audit_detail d using (epoch, seq)
      where e.epoch = $1 and e.seq > $2 and e.action in ('audit.expire', 'audit.erase')`,
    [epoch, after],
  );
  return readAnnouncements(
    sha256,
    rows.map(({ entry, salt, text }) => ({ entry, detail: { salt, text } })),
  );
}
