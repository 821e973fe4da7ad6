import { verifyLog, type OutsideEvidence } from '@varco/cli/audit/audit-verify.repository.ts';
import { openPublishedFiles, readCheckpointFile } from '@varco/cli/audit/published-files.ts';
import { computeEntryHash, computeGenesisHash } from '@varco/domain/audit/audit-hash.ts';
import { canonicalJson, type JsonObject } from '@varco/domain/audit/canonical-json.ts';
import { appendLeaf, computeFrontierRoot, EMPTY_FRONTIER } from '@varco/domain/audit/merkle-tree.ts';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditWriter } from '../audit/audit-writer.ts';
import { sha256OfParts } from '../audit/sha256.ts';
import { findWitnessedUrl, introduce, startTlogServer, type TlogServer } from './tlog-test-world.ts';

// Frauds by somebody with every right on the database of a plant: they rewrite rows together with all hashes, heads, nodes
// and checkpoints, so that nothing in the database contradicts anything else. What was published, and what the witness
// holds, contradicts it (ADR 0008).

const SIZE = 300;
/** Planted frauds; `VARCO_FRAUDS` plants more. */
const FRAUDS = Number(process.env['VARCO_FRAUDS'] ?? 60);

let plant: TlogServer;
let portal: TlogServer;
/** The witness's checkpoint only, and the same with the published files. */
let witnessed: OutsideEvidence;
let published: OutsideEvidence;
beforeAll(async () => {
  [plant, portal] = await Promise.all([startTlogServer('cesena.example'), startTlogServer('portal.example')]);
  await introduce(plant, portal);
  await plant.append(SIZE);
  await publish(plant);
  const kept = await readCheckpointFile(await findWitnessedUrl(plant, portal));
  witnessed = { published: null, checkpoints: [kept] };
  published = { published: await copyPublished(plant.logUrl), checkpoints: [kept] };
});
afterAll(() => Promise.all([plant.close(), portal.close()]));

const publish = (server: TlogServer) => server.tlog.publish(new AbortController().signal);

/** The published files as a monitor keeps them: read once, before any fraud. */
async function copyPublished(url: string) {
  const files = await openPublishedFiles(url);
  const entries = [...(await files.readEntriesFrom(1)), ...(await files.readEntriesFrom(257))];
  return { ...files, readEntriesFrom: async (seq: number) => entries.slice(seq - 1) };
}

/** Repeatable choices: the seed of a fraud is its number. */
function createChooser(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** An entry with its detail, which goes on fitting it wherever it is moved. */
interface Row {
  readonly body: JsonObject;
  readonly salt: Buffer | null;
  readonly detail: string | null;
}
/** Changes the entries of the log; returns the number of the first that is not what it was. */
type Fraud = (rows: Row[], choose: (below: number) => number) => number;

/** An entry that never was, in the form of an existing one. */
const invent = (row: Row | undefined, count: number): readonly Row[] =>
  row === undefined ? [] : [{ ...row, body: { ...row.body, count } }];

const FRAUD_KINDS: Readonly<Record<string, Fraud>> = {
  'a rewritten row': (rows, choose) => {
    const at = choose(rows.length);
    rows.splice(at, 1, ...invent(rows[at], 1_000 + choose(9)));
    return at + 1;
  },
  'a row taken out': (rows, choose) => {
    const at = choose(rows.length);
    rows.splice(at, 1);
    return at + 1;
  },
  'a row put in': (rows, choose) => {
    const at = choose(rows.length);
    rows.splice(at, 0, ...invent(rows[at], 7_777));
    return at + 1;
  },
  'a truncated tail': (rows, choose) => {
    const left = choose(rows.length);
    rows.splice(left);
    return left + 1;
  },
  'an old backup put back and continued': (rows, choose) => {
    const left = choose(rows.length - 1);
    const more = Array.from({ length: SIZE - left + choose(20) }, (_, index) => invent(rows[left], 8_000 + index));
    rows.splice(left, rows.length - left, ...more.flat());
    return left + 1;
  },
  'two rows exchanged': (rows, choose) => {
    const at = choose(rows.length - 1);
    rows.splice(at, 2, ...rows.slice(at, at + 2).toReversed());
    return at + 1;
  },
};

const DELETE_ALL = ['leaf', 'entry', 'detail', 'head', 'checkpoint', 'node']
  .map((table) => `delete from audit_${table}`)
  .join('; ');

/** Replaces the log by these entries with everything that follows from them, as the owner of the database could. */
async function rewriteLog(client: PoolClient, origin: string, rows: readonly Row[]): Promise<void> {
  let previous = computeGenesisHash(sha256OfParts, origin);
  let tree = EMPTY_FRONTIER;
  const nodes: Buffer[] = [];
  const written = rows.map((row, index) => {
    const text = canonicalJson({ ...row.body, seq: index + 1 });
    previous = computeEntryHash(sha256OfParts, previous, text);
    tree = appendLeaf(sha256OfParts, tree, previous, (height, _at, hash) => {
      if (height === 8) nodes.push(Buffer.from(hash));
    });
    return { ...row, seq: index + 1, text, hash: Buffer.from(previous) };
  });
  await client.query(DELETE_ALL);
  await client.query(
    `with leaf as (insert into audit_leaf (epoch, seq, hash) select 1, s, h from unnest($1::bigint[], $2::bytea[]) r (s, h)),
          head as (insert into audit_head (epoch, size, hash) select 1, s, h from unnest($1::bigint[], $2::bytea[]) r (s, h)),
          detail as (insert into audit_detail (epoch, seq, salt, body)
                     select 1, s, k, b from unnest($1::bigint[], $4::bytea[], $5::text[]) r (s, k, b) where k is not null)
     insert into audit_entry (epoch, seq, body) select 1, s, b from unnest($1::bigint[], $3::text[]) r (s, b)`,
    [
      written.map(({ seq }) => seq),
      written.map(({ hash }) => hash),
      written.map(({ text }) => text),
      written.map(({ salt }) => salt),
      written.map(({ detail }) => detail),
    ],
  );
  for (const [index, hash] of nodes.entries())
    await client.query('insert into audit_node values (1, 1, $1, $2)', [index, hash]);
  if (written.length === 0) return;
  const root = Buffer.from(computeFrontierRoot(sha256OfParts, tree));
  await client.query('insert into audit_checkpoint (epoch, size, root, frontier) values (1, $1, $2, $3)', [
    ...[written.length, root, Buffer.concat(tree.roots)],
  ]);
}

/** Runs `work` as the superuser with every trigger off, and takes back what it did. */
async function asOwnerOfEverything(work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await plant.database.admin.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function readRows(client: PoolClient): Promise<Row[]> {
  const { rows } = await client.query<{ body: JsonObject; salt: Buffer | null; detail: string | null }>(
    `select e.body::json as body, d.salt, d.body as detail from audit_entry e left join audit_detail d using (epoch, seq)
      order by seq`,
  );
  return rows;
}

test(
  `${FRAUDS} frauds that leave no contradiction in the database are all found, each at its first wrong entry`,
  async () => {
    const origin = witnessed.checkpoints[0]?.origin ?? '';
    const kinds = Object.entries(FRAUD_KINDS);
    const missed: string[] = [];
    for (let seed = 0; seed < FRAUDS; seed += 1) {
      const [name, commit] = kinds[seed % kinds.length] ?? ['', () => 0];
      await asOwnerOfEverything(async (client) => {
        const rows = await readRows(client);
        const seq = commit(rows, createChooser(seed));
        await rewriteLog(client, origin, rows);
        const [alone, byWitness, byFiles, inRanges] = [
          await verifyLog(client, {}),
          await verifyLog(client, {}, witnessed),
          await verifyLog(client, {}, published),
          await verifyLog(client, { rangeSize: 1 + (seed % 60) }, published),
        ];
        if (alone.state !== 'whole') missed.push(`${name} ${seed}: not a complete fraud, ${JSON.stringify(alone)}`);
        if (byWitness.state !== 'broken') missed.push(`${name} ${seed}: not found by the checkpoint of the witness`);
        if (byFiles.state !== 'broken' || byFiles.seq !== seq)
          missed.push(`${name} ${seed}: first wrong entry is ${seq}, found ${JSON.stringify(byFiles)}`);
        expect(inRanges).toEqual(byFiles);
      });
    }
    expect(missed).toEqual([]);
  },
  60_000 + FRAUDS * 5_000,
);

test('the log that nobody touched is whole by the same evidence', async () => {
  await asOwnerOfEverything(async (client) => {
    expect(await verifyLog(client, {}, published)).toMatchObject({ state: 'whole', checked: SIZE });
    await rewriteLog(client, witnessed.checkpoints[0]?.origin ?? '', await readRows(client));
    expect(await verifyLog(client, {}, published)).toMatchObject({ state: 'whole', checked: SIZE });
  });
});

test('a restore is refused by the witness until it is declared, and then says itself what was lost', async () => {
  const [server, witness] = await Promise.all([startTlogServer('rimini.example'), startTlogServer('portal.example')]);
  try {
    await introduce(server, witness);
    await server.append(20);
    await publish(server);
    const origin = (await server.tlog.describe())?.log.origin ?? '';
    const client = await server.database.admin.connect();
    await client.query('set session_replication_role = replica');
    await rewriteLog(client, origin, (await readRows(client)).slice(0, 12));
    client.release(true);
    await server.append(1);
    await publish(server);
    expect(server.logText()).toContain('"code":"behind"');
    const identity = { host: 'rimini.example', log: server.uuid };
    const begun: number[] = [];
    // The second start with the same number changes nothing.
    for (const start of [1, 2]) {
      const options = { pool: server.database.app, identity, epoch: 2, onEpoch: () => begun.push(start) };
      await (await openAuditWriter(options)).close();
    }
    expect(begun).toEqual([1]);
    await introduce(server, witness);
    await server.append(3);
    await publish(server);
    expect(witness.logText()).toContain('log of another server begins anew');
    const { rows } = await server.database.admin.query(
      `select e.seq, e.action, d.body::json as detail from audit_entry e join audit_detail d using (epoch, seq)
        where e.epoch = 2 order by e.seq limit 1`,
    );
    expect(rows).toEqual([
      {
        seq: '1',
        action: 'audit.epoch',
        detail: {
          earlier: { origin, size: 13, hash: expect.stringMatching(/^[\w-]{43}$/) },
          witnesses: [{ name: expect.stringContaining('/witness'), origin, size: 20 }],
        },
      },
    ]);
    const { rows: cosigned } = await server.database.admin.query(
      'select epoch, size from audit_cosignature order by 1',
    );
    expect(cosigned).toEqual([
      { epoch: 1, size: '20' },
      { epoch: 2, size: '4' },
    ]);
    // The witness still holds the earlier epoch, so that the lost entries can never be denied.
    expect((await readCheckpointFile(await findWitnessedUrl(server, witness, origin))).size).toBe(20);
  } finally {
    await Promise.all([server.close(), witness.close()]);
  }
});

test.each(Object.keys(FRAUD_KINDS))('the next round of the witness refuses the log after %s', async (kind) => {
  const [server, witness] = await Promise.all([startTlogServer('forli.example'), startTlogServer('portal.example')]);
  try {
    await introduce(server, witness);
    await server.append(280);
    await publish(server);
    const client = await server.database.admin.connect();
    await client.query('set session_replication_role = replica');
    const rows = await readRows(client);
    FRAUD_KINDS[kind]?.(rows, createChooser(7));
    await rewriteLog(client, (await server.tlog.describe())?.log.origin ?? '', rows);
    client.release(true);
    await server.append(30);
    await publish(server);
    expect(server.logText()).toContain('checkpoint refused by a witness');
    // Whatever is appended later, it is never cosigned again under this name.
    await server.append(300);
    await publish(server);
    const { rows: cosigned } = await server.database.admin.query('select size from audit_cosignature');
    expect(cosigned).toEqual([{ size: '280' }]);
  } finally {
    await Promise.all([server.close(), witness.close()]);
  }
});
