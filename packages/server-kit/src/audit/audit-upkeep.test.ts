import { verifyLog } from '@varco/cli/audit/audit-verify.repository.ts';
import { parseCheckpoint } from '@varco/domain/audit/signed-note.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateSigningKey } from '../auth/signing-key.ts';
import { parseVerifierKey } from '@varco/domain/audit/cosignature.ts';
import { isSignedByLog, parseCheckpointNote } from '@varco/domain/audit/note-verify.ts';
import { formatPublicKey, signNote, verifyEd25519 } from './checkpoint-note.ts';
import { sha256OfParts } from './sha256.ts';
import { storeCheckpoint } from './audit-checkpoint.repository.ts';
import { removeExpiredEntries } from './audit-expiry.repository.ts';
import { type AuditTestDatabase, openAuditTestDatabase, createSampleRecord } from './audit-test-database.ts';
import { type AuditWriter, openAuditWriter } from './audit-writer.ts';

const identity = { host: 'cesena.example', log: '7b0d7c2e-5d1f-4a53-9f0e-2d4a5c6b7e81' };
let database: AuditTestDatabase;
let writer: AuditWriter;
beforeEach(async () => {
  database = await openAuditTestDatabase();
  writer = await openAuditWriter({ pool: database.app, identity });
});
afterEach(async () => {
  await writer.close();
  await database.close();
});

const write = (count: number) => Promise.all(Array.from({ length: count }, () => writer.record(createSampleRecord())));
async function result() {
  const client = await database.admin.connect();
  try {
    return await verifyLog(client, {});
  } finally {
    client.release();
  }
}

test('each checkpoint carries on from the one before, and verify holds the log against them', async () => {
  expect(await storeCheckpoint(database.app)).toBeNull();
  const texts: string[] = [];
  for (const count of [1, 6, 20]) {
    await write(count);
    await storeCheckpoint(database.app, async (text) => {
      texts.push(text);
      return text;
    });
  }
  expect(texts.map((text) => parseCheckpoint(text)?.size)).toEqual([1, 7, 27]);
  expect(await storeCheckpoint(database.app)).toBeNull();
  expect(await result()).toMatchObject({ state: 'whole', checked: 27 });
});

test('a checkpoint is kept as a note that only the key of the server can have signed', async () => {
  const key = generateSigningKey();
  await write(3);
  await storeCheckpoint(database.app, async (text) => signNote([key], text));
  const { rows } = await database.app.query('select note, root from audit_checkpoint');
  const { note, root } = rows[0];
  const origin = `cesena.example/audit/${identity.log}/1`;
  const isSigned = (text: string, as: typeof key, name = origin): boolean => {
    const verifier = parseVerifierKey(sha256OfParts, formatPublicKey('log', name, as));
    const parsed = parseCheckpointNote(text);
    return verifier !== null && parsed !== null && isSignedByLog(verifyEd25519, [verifier], parsed);
  };
  expect(parseCheckpointNote(note)).toMatchObject({ origin, size: 3, root: new Uint8Array(root) });
  expect(isSigned(note, key)).toBe(true);
  expect(isSigned(note, generateSigningKey())).toBe(false);
  expect(isSigned(note, key, 'forli.example/audit/x/1')).toBe(false);
  expect(isSigned(note.replace('\n3\n', '\n2\n'), key)).toBe(false);
});

test('a log rewritten with fresh hashes is found by an old checkpoint', async () => {
  await write(5);
  await storeCheckpoint(database.app);
  const stored = await database.admin.query('select size, root, frontier from audit_checkpoint');
  await database.close();
  database = await openAuditTestDatabase();
  writer = await openAuditWriter({ pool: database.app, identity });
  await write(5);
  expect(await result()).toMatchObject({ state: 'whole' });
  const { size, root, frontier } = stored.rows[0];
  await database.admin.query('insert into audit_checkpoint (epoch, size, root, frontier) values (1, $1, $2, $3)', [
    size,
    root,
    frontier,
  ]);
  expect(await result()).toMatchObject({ state: 'broken', seq: 5, flaw: 'root' });
});

test('expiry leaves entries within the term alone, and says that it ran', async () => {
  await write(4);
  expect(await removeExpiredEntries(database.app, writer)).toEqual({ entries: 0, details: 0 });
  const { rows } = await database.app.query(
    `select e.action, d.body::jsonb ->> 'term_years' as term from audit_entry e join audit_detail d using (epoch, seq) where seq = 5`,
  );
  expect(rows).toEqual([{ action: 'audit.expire', term: '5' }]);
  expect(await result()).toMatchObject({ state: 'whole', checked: 5 });
});

test('expiry removes what is older than the term; the log is still whole', async () => {
  await write(4);
  // The owner dates three entries back: nobody can wait five years for a test.
  await database.admin.query('alter table audit_entry disable trigger user');
  await database.admin.query(
    `update audit_entry set body = regexp_replace(body, '"at":\\d+', '"at":1500000000000') where seq <= 3`,
  );
  await database.admin.query('alter table audit_entry enable trigger user');
  expect(await removeExpiredEntries(database.app, writer)).toEqual({ entries: 3, details: 3 });
  expect(await removeExpiredEntries(database.app, writer)).toEqual({ entries: 0, details: 0 });
  expect(await result()).toMatchObject({ state: 'whole', checked: 6, removed: 3 });
});
