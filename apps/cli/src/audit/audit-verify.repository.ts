import { equalBytes, toBase64Url } from '@varco/domain/audit/audit-bytes.ts';
import { computeGenesisHash } from '@varco/domain/audit/audit-hash.ts';
import { type LogRow, LogVerifier } from '@varco/domain/audit/audit-verify.ts';
import type { LogFlaw } from '@varco/domain/audit/log-removals.ts';
import { EMPTY_FRONTIER, type TreeHead } from '@varco/domain/audit/merkle-tree.ts';
import type { ClientBase } from 'pg';
import { sha256 } from './note-keys.ts';
import type { PublishedFiles } from './published-files.ts';

const PAGE_SIZE = 2_000;

/** Half-open range of days or instants: `from` included, `to` excluded. The whole log when both are absent. */
export interface VerifyRange {
  readonly from?: string;
  readonly to?: string;
}

/** What is known of the log from outside its database. */
export interface OutsideEvidence {
  /** Published files of one epoch; null: none. */
  readonly published: PublishedFiles | null;
  /** Checkpoints kept elsewhere, by the origin of their log. */
  readonly checkpoints: readonly (TreeHead & { readonly origin: string })[];
}

const NO_EVIDENCE: OutsideEvidence = { published: null, checkpoints: [] };

/** `published`: the entry is not the one that was published; `known`: a checkpoint kept elsewhere does not fit. */
type FoundFlaw = LogFlaw | 'published' | 'known';

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
 * Checks the log of a server's database in pages, so that it can run while the server writes. It uses the same rules
 * as the server but none of its statements. `outside`: what was published or kept elsewhere, which whoever rewrites the
 * database cannot change with it. Throws database errors and `UnreadableFiles`.
 */
export async function verifyLog(
  client: ClientBase,
  range: VerifyRange,
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
    const result = await verifyEpoch(client, log, range, outside);
    if (result.verdict.state === 'broken') return { ...result.verdict, epoch: log.epoch };
    whole.checked += result.checked;
    whole.removed += result.verdict.removed;
    whole.erased += result.verdict.erased;
    whole.clockSteps.push(...result.verdict.clockSteps);
    if (result.last !== null)
      fingerprint = { origin: log.origin, size: String(result.last.seq), hash: toBase64Url(result.last.hash) };
  }
  return logs.length === 0 ? { state: 'none' } : { state: 'whole', ...whole, fingerprint };
}

async function verifyEpoch(client: ClientBase, log: StoredLog, range: VerifyRange, outside: OutsideEvidence) {
  const genesis = computeGenesisHash(sha256, log.origin);
  if (!equalBytes(genesis, new Uint8Array(log.genesis))) {
    return { verdict: { state: 'broken', seq: 1, flaw: 'link' } as const, checked: 0, last: null };
  }
  const bounds = await readEpochBounds(client, log, range);
  const before = await readPreviousEntry(client, log.epoch, bounds.first, genesis);
  const verifier = new LogVerifier({
    sha256,
    log: log.log,
    epoch: log.epoch,
    before,
    tree: before.seq === 0 ? EMPTY_FRONTIER : null,
  });
  const known = collectKnown(log.origin, outside);
  let last: LogRow | null = null;
  for (;;) {
    const page = await readPage(client, log.epoch, last?.seq ?? before.seq, bounds.last);
    const published = await readPublished(known.files, page);
    for (const row of page) {
      const root = known.roots.get(row.seq);
      const flaw = verifier.push({ ...row, root: root ?? row.root });
      const entry = published.get(row.seq);
      // The first wrong entry is named by the published one even where the rewritten rows fit each other.
      if (entry !== undefined && !equalBytes(entry, row.hash)) return report(row.seq, 'published');
      if (flaw === 'root' && root !== undefined) return report(row.seq, 'known');
      if (flaw !== null) return { verdict: verifier.finish(null), checked: 0, last };
      last = row;
    }
    if (page.length < PAGE_SIZE) break;
  }
  if (bounds.last !== null) await readRemovals(client, log.epoch, bounds.last, verifier);
  const verdict = verifier.finish(bounds.last === null ? Math.max(Number(log.noted), known.size) : null);
  return { verdict, checked: last === null ? 0 : last.seq - before.seq, last };
}

const report = (seq: number, flaw: FoundFlaw) =>
  ({ verdict: { state: 'broken', seq, flaw }, checked: 0, last: null }) as const;

/** What is known of one log: tree heads by size, the published files, and the largest size. */
function collectKnown(origin: string, { published, checkpoints }: OutsideEvidence) {
  const files = published?.checkpoint.origin === origin ? published : null;
  const heads = [...checkpoints.filter((one) => one.origin === origin), ...(files === null ? [] : [files.checkpoint])];
  return {
    files,
    roots: new Map(heads.map(({ size, root }) => [size, root])),
    size: Math.max(0, ...heads.map(({ size }) => size)),
  };
}

/** The published entries of a page by number. */
async function readPublished(files: PublishedFiles | null, page: readonly LogRow[]): Promise<Map<number, Uint8Array>> {
  const found = new Map<number, Uint8Array>();
  const [first, last] = [page[0]?.seq ?? 1, page.at(-1)?.seq ?? 0];
  for (let seq = first; files !== null && seq <= last;) {
    const entries = await files.readEntriesFrom(seq);
    if (entries.length === 0) break;
    for (const [at, entry] of entries.entries()) found.set(seq + at, entry);
    seq += entries.length;
  }
  return found;
}

async function readEpochBounds(client: ClientBase, log: StoredLog, range: VerifyRange) {
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `select (select min(seq) from audit_entry where epoch = $1 and at >= $2::timestamptz) as first,
            (select max(seq) from audit_entry where epoch = $1 and at < $3::timestamptz) as last`,
    [log.epoch, range.from ?? null, range.to ?? null],
  );
  return {
    first: range.from === undefined ? 1 : Number(rows[0]?.first ?? Number(log.noted) + 1),
    last: range.to === undefined ? null : Number(rows[0]?.last ?? 0),
  };
}

/** The entry before the range. Its hash is trusted here; a check of the whole log verifies it. */
async function readPreviousEntry(client: ClientBase, epoch: number, first: number, genesis: Uint8Array) {
  if (first <= 1) return { seq: 0, hash: genesis };
  const { rows } = await client.query<{ hash: Buffer }>('select hash from audit_leaf where epoch = $1 and seq = $2', [
    epoch,
    first - 1,
  ]);
  return rows[0] === undefined ? { seq: 0, hash: genesis } : { seq: first - 1, hash: new Uint8Array(rows[0].hash) };
}

async function readPage(client: ClientBase, epoch: number, after: number, last: number | null): Promise<LogRow[]> {
  const { rows } = await client.query<{
    seq: string;
    hash: Buffer;
    entry: string | null;
    salt: Buffer | null;
    detail: string | null;
    head: Buffer | null;
    root: Buffer | null;
  }>(
    `select l.seq, l.hash, e.body as entry, d.salt, d.body as detail, h.hash as head, c.root
       from audit_leaf l
       left join audit_entry e on e.epoch = l.epoch and e.seq = l.seq
       left join audit_detail d on d.epoch = l.epoch and d.seq = l.seq
       left join audit_head h on h.epoch = l.epoch and h.size = l.seq
       left join audit_checkpoint c on c.epoch = l.epoch and c.size = l.seq
      where l.epoch = $1 and l.seq > $2 and ($3::bigint is null or l.seq <= $3) order by l.seq limit ${PAGE_SIZE}`,
    [epoch, after, last],
  );
  return rows.map((row) => ({
    seq: Number(row.seq),
    hash: new Uint8Array(row.hash),
    entry: row.entry,
    detail: row.salt === null || row.detail === null ? null : { salt: new Uint8Array(row.salt), text: row.detail },
    head: row.head === null ? null : new Uint8Array(row.head),
    root: row.root === null ? null : new Uint8Array(row.root),
  }));
}

/** Removals inside the range may be recorded after the range. */
async function readRemovals(client: ClientBase, epoch: number, after: number, verifier: LogVerifier): Promise<void> {
  const { rows } = await client.query<{ entry: string; salt: Buffer; text: string }>(
    `select e.body as entry, d.salt, d.body as text from audit_entry e join audit_detail d using (epoch, seq)
      where e.epoch = $1 and e.seq > $2 and e.action in ('audit.expire', 'audit.erase')`,
    [epoch, after],
  );
  for (const { entry, salt, text } of rows) verifier.addRemoval(entry, { salt: new Uint8Array(salt), text });
}
