import { createHash, generateKeyPairSync, sign, verify, createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts';
import { type Sha256, toUtf8Bytes } from './audit-bytes.ts';
import {
  buildCosignedText,
  createVerifierKey,
  formatVerifierKey,
  joinCosignature,
  parseVerifierKey,
} from './cosignature.ts';
import {
  appendLeaf,
  buildConsistencyProof,
  computeFrontierRoot,
  computeTreeRoot,
  EMPTY_FRONTIER,
  hashLeaf,
  isPowerOfTwo,
  verifyConsistency,
} from './merkle-tree.ts';
import { isSignedByLog, parseCheckpointNote, readCosignature, type VerifyEd25519 } from './note-verify.ts';
import { type PublishedLog, verifyPublishedLog } from './published-log.ts';
import { formatCheckpoint, formatNote, parseNote } from './signed-note.ts';
import {
  computeTileWidth,
  formatEntryBundle,
  formatTilePath,
  parseEntryBundle,
  parseTileIndex,
  TILE_WIDTH,
  type TileName,
} from './tile-path.ts';
import { buildTileConsistencyProof } from './tile-tree.ts';
import { listNextInRing, listWitnessedInRing } from './witness-ring.ts';

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const SIZE = 70_000;
const entries = Array.from({ length: SIZE }, (_, index) => sha256(toUtf8Bytes(`entry ${index}`)));

/** Hashes of all levels of the tree over `leaves`, as tiles hold them. */
function buildLevels(leaves: readonly Uint8Array[]): Map<number, Map<number, Uint8Array>> {
  const levels = new Map<number, Map<number, Uint8Array>>();
  let frontier = EMPTY_FRONTIER;
  const put = (level: number, index: number, hash: Uint8Array) =>
    levels.set(level, (levels.get(level) ?? new Map<number, Uint8Array>()).set(index, hash));
  leaves.forEach((leaf, at) => {
    put(0, at, hashLeaf(sha256, leaf));
    frontier = appendLeaf(sha256, frontier, leaf, (height, index, hash) => {
      if (height % 8 === 0) put(height / 8, index, hash);
    });
  });
  return levels;
}
const levels = buildLevels(entries);
const readHashes = (level: number, index: number, width: number): Uint8Array[] =>
  Array.from({ length: width }, (_, at) => levels.get(level)?.get(index * TILE_WIDTH + at) ?? new Uint8Array());

describe('paths of tiles', () => {
  test.each([
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 'entries', index: 0, width: 112 }, 'tile/entries/000.p/112'],
    [{ level: 2, index: 1_000, width: 1 }, 'tile/2/x001/000.p/1'],
  ] as const)('%j', (tile, path) => {
    expect(formatTilePath(tile)).toBe(path);
    expect(parseTileIndex(path.split('/').slice(2).join('/'))).toEqual({ index: tile.index, width: tile.width });
  });

  test.each([
    '0',
    '0000',
    'x000/001',
    '001/002',
    'x001/2',
    '001.p/0',
    '001.p/256',
    '001.p/01',
    '001.p/',
    '../000',
    '',
    'x1/001',
    '001 ',
    '001.p/999',
    '-01',
  ])('no other spelling is a tile: %s', (path) => expect(parseTileIndex(path)).toBeNull());

  test('widths of the example in the standard: 70 000 entries', () => {
    expect([272, 273, 274].map((index) => computeTileWidth(SIZE, 0, index))).toEqual([256, 112, 0]);
    expect([0, 1, 2].map((index) => computeTileWidth(SIZE, 1, index))).toEqual([256, 17, 0]);
    expect([0, 1].map((index) => computeTileWidth(SIZE, 2, index))).toEqual([1, 0]);
  });

  test('a bundle keeps its entries, and a cut one is none', () => {
    const bundle = formatEntryBundle([new Uint8Array(), Uint8Array.of(1, 2), new Uint8Array(300).fill(9)]);
    expect(parseEntryBundle(bundle)?.map(({ length }) => length)).toEqual([0, 2, 300]);
    expect(parseEntryBundle(bundle.slice(0, -1))).toBeNull();
    expect(parseEntryBundle(Uint8Array.of(0))).toBeNull();
  });
});

test('proofs from tiles are those of the whole tree, and verify', async () => {
  for (const size of [1, 2, 7, 255, 256, 257, 600]) {
    const tree = {
      sha256,
      size,
      readTile: async ({ level, index, width }: TileName & { level: number }) => readHashes(level, index, width),
    };
    for (const older of [1, 3, 255, 256, 257, 300].filter((one) => one <= size)) {
      const proof = await buildTileConsistencyProof(tree, older);
      expect(proof).toEqual(buildConsistencyProof(sha256, entries.slice(0, size), older));
    }
  }
  const tree = {
    sha256,
    size: SIZE,
    readTile: async ({ level, index, width }: TileName & { level: number }) => readHashes(level, index, width),
  };
  const now = { size: SIZE, root: computeTreeRoot(sha256, entries) };
  for (const older of [65_535, 65_537]) {
    const before = { size: older, root: computeTreeRoot(sha256, entries.slice(0, older)) };
    expect(verifyConsistency(sha256, before, now, await buildTileConsistencyProof(tree, older))).toBe(true);
  }
  expect(await buildTileConsistencyProof(tree, 0)).toEqual([]);
  await expect(buildTileConsistencyProof(tree, SIZE + 1)).rejects.toThrow(RangeError);
});

test('a power of two is recognised exactly, also where a logarithm rounds', () => {
  expect([1, 2, 2 ** 50].map(isPowerOfTwo)).toEqual([true, true, true]);
  expect([0, 3, 2 ** 50 + 1, 2 ** 52 - 1].map(isPowerOfTwo)).toEqual([false, false, false, false]);
});

describe('published files', () => {
  const size = 66_000;
  const leaves = entries.slice(0, size);
  const head = { size, root: computeTreeRoot(sha256, leaves) };
  /** Published files in which `change` may replace some. */
  const publish = (
    change: (tile: TileName, bytes: Uint8Array) => Uint8Array | null = (_tile, bytes) => bytes,
  ): PublishedLog => ({
    ...{ sha256, head, known: [] },
    read: async (tile) => {
      const { level, index, width } = tile;
      const bytes =
        level === 'entries'
          ? formatEntryBundle(leaves.slice(index * TILE_WIDTH, index * TILE_WIDTH + width))
          : Buffer.concat(readHashes(level, index, width));
      return change(tile, new Uint8Array(bytes));
    },
  });
  const only = (level: TileName['level'], index: number, change: (bytes: Uint8Array) => Uint8Array | null) =>
    publish((tile, bytes) => (tile.level === level && tile.index === index ? change(bytes) : bytes));
  const flip = (at: number) => (bytes: Uint8Array) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

  test('whole, and nothing that is not: each wrong file is found at its first entry', async () => {
    expect(await verifyPublishedLog(publish())).toEqual({ state: 'whole', size });
    const small = { head: { size: 300, root: computeTreeRoot(sha256, leaves.slice(0, 300)) } };
    const cases: readonly [PublishedLog, number, string][] = [
      [only('entries', 3, flip(2 + 34 * 5)), 3 * 256 + 6, 'entry'],
      [only(0, 3, flip(32 * 7)), 3 * 256 + 8, 'entry'],
      [only(1, 0, flip(32 * 9)), 9 * 256 + 1, 'node'],
      [only(2, 0, flip(0)), 1, 'node'],
      [only('entries', 2, () => null), 2 * 256 + 1, 'bundle'],
      [only('entries', 2, (bytes) => bytes.slice(34)), 2 * 256 + 1, 'bundle'],
      [only(0, 2, (bytes) => bytes.slice(1)), 2 * 256 + 1, 'tile'],
      [only(1, 0, () => null), 1, 'tile'],
      [{ ...publish(), known: [{ size: 500, root: sha256(head.root) }] }, 500, 'known'],
      [{ ...publish(), ...small, head: { size: 300, root: head.root } }, 300, 'root'],
      [{ ...publish(), ...small, known: [{ size: 304, root: head.root }] }, 301, 'short'],
    ];
    for (const [log, seq, flaw] of cases)
      expect([seq, await verifyPublishedLog(log)]).toEqual([seq, { state: 'broken', seq, flaw }]);
  });

  test('entries rewritten with all their tiles are found by a checkpoint kept elsewhere', async () => {
    const known = [{ size: 700, root: computeTreeRoot(sha256, entries.slice(0, 700)) }];
    const forged = [...leaves.slice(0, 600), sha256(Uint8Array.of(1)), ...leaves.slice(601, 1_000)];
    const forgedLevels = buildLevels(forged);
    const log: PublishedLog = {
      ...{ sha256, known, head: { size: 1_000, root: computeTreeRoot(sha256, forged) } },
      read: async ({ level, index, width }) =>
        level === 'entries'
          ? formatEntryBundle(forged.slice(index * TILE_WIDTH, index * TILE_WIDTH + width))
          : Buffer.concat(
              Array.from(
                { length: width },
                (_, at) => forgedLevels.get(level)?.get(index * TILE_WIDTH + at) ?? new Uint8Array(),
              ),
            ),
    };
    expect(await verifyPublishedLog({ ...log, known: [] })).toEqual({ state: 'whole', size: 1_000 });
    expect(await verifyPublishedLog(log)).toEqual({ state: 'broken', seq: 700, flaw: 'known' });
  });
});

describe('notes of logs and witnesses', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  const verifyEd25519: VerifyEd25519 = (key, message, signature) =>
    verify(
      null,
      message,
      createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
        format: 'jwk',
      }),
      signature,
    );
  const signText = (text: string) => new Uint8Array(sign(null, toUtf8Bytes(text), privateKey));
  const log = createVerifierKey(sha256, { name: 'cesena.example/audit/x/1', kind: 'log', publicKey: raw });
  const witness = createVerifierKey(sha256, { name: 'w.example', kind: 'witness', publicKey: raw });
  const text = formatCheckpoint(log.name, { size: 9, root: sha256() });

  test('the key and note published with the standard verify', () => {
    const key = parseVerifierKey(sha256, 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
    const note = parseNote(
      'This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
    );
    expect(note?.signatures[0]?.keyId).toEqual(key?.keyId);
    expect(
      verifyEd25519(key?.publicKey ?? raw, toUtf8Bytes(note?.text ?? ''), note?.signatures[0]?.signature ?? raw),
    ).toBe(true);
    expect(key === null ? null : formatVerifierKey(key)).toContain('+530d903a+');
  });

  test.each([
    'example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/fo o+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'example.com/foo+530d903a+AekyeRrm',
    'example.com/foo',
    '',
  ])('no key: %s', (key) => expect(parseVerifierKey(sha256, key)).toBeNull());

  test('signature and cosignature hold for one text, one key and one kind only', () => {
    const time = 1_679_315_147;
    const signed = { ...log, signature: signText(text) };
    const cosigned = { ...witness, signature: joinCosignature(time, signText(buildCosignedText(text, time))) };
    const note = parseCheckpointNote(formatNote(text, [signed, cosigned]));
    if (note === null) throw new Error('no note');
    expect(isSignedByLog(verifyEd25519, [log], note)).toBe(true);
    expect(readCosignature(verifyEd25519, witness, note.text, note.signatures)).toBe(time);
    expect(isSignedByLog(verifyEd25519, [witness], note)).toBe(false);
    expect(readCosignature(verifyEd25519, log, note.text, note.signatures)).toBeNull();
    expect(readCosignature(verifyEd25519, witness, `${note.text}x\n`, note.signatures)).toBeNull();
    // The time is part of what is signed.
    const later = { ...witness, signature: joinCosignature(time + 1, cosigned.signature.slice(8)) };
    expect(readCosignature(verifyEd25519, witness, note.text, [later])).toBeNull();
    // One wrong signature of a known key spoils the note.
    const spoilt = parseCheckpointNote(formatNote(text, [signed, { ...log, signature: signText('other') }]));
    expect(spoilt !== null && isSignedByLog(verifyEd25519, [log], spoilt)).toBe(false);
    expect(isSignedByLog(verifyEd25519, [], note)).toBe(false);
  });

  test.each([
    ['a control character', text.replace('cesena', 'cese\u0007na')],
    ['a size beyond what numbers hold', text.replace('\n9\n', '\n9999999999999999\n')],
    ['a size with a zero before it', text.replace('\n9\n', '\n09\n')],
    ['a root that is too short', text.replace(/\n[^\n]+\n$/, '\nAAAA\n')],
  ])('no checkpoint: %s', (_name, body) => {
    expect(parseCheckpointNote(formatNote(body, [{ ...log, signature: signText(body) }]))).toBeNull();
  });

  test('more signatures than a log has use for are refused', () => {
    const one = { ...log, signature: signText(text) };
    expect(
      parseNote(
        formatNote(
          text,
          Array.from({ length: 32 }, () => one),
        ),
      ),
    ).not.toBeNull();
    expect(
      parseNote(
        formatNote(
          text,
          Array.from({ length: 33 }, () => one),
        ),
      ),
    ).toBeNull();
  });

  test('a submission is read back, and refused in any other form', () => {
    const note = formatNote(text, [{ ...log, signature: signText(text) }]);
    const submission = { oldSize: 7, proof: [sha256(), sha256(raw)], note };
    const body = formatAddCheckpoint(submission);
    expect(parseAddCheckpoint(body)).toEqual(submission);
    const line = body.split('\n')[1] ?? '';
    for (const wrong of [
      '',
      note,
      body.replace('old 7', 'old 07'),
      body.replace('old 7', 'old -1'),
      body.replace('old 7', 'old 9999999999999999'),
      body.replace('old 7', 'new 7'),
      body.replace(line, line.slice(4)),
      body.replace(line, `${line.slice(0, -2)}==`),
      body.replace(line, ` ${line}`),
      body.replace('old 7\n', `old 7\n${`${line}\n`.repeat(62)}`),
      body.replaceAll('\n', '\r\n'),
    ])
      expect([wrong.slice(0, 20), parseAddCheckpoint(wrong)]).toEqual([wrong.slice(0, 20), null]);
  });
});

test('every plant is cosigned by two others, never by itself, and each by as many as it cosigns', () => {
  for (let count = 0; count <= 6; count += 1) {
    const members = Array.from({ length: count }, (_, index) => ({ uuid: String(index) }));
    for (const { uuid } of members) {
      const next = listNextInRing(members, uuid).map((one) => one.uuid);
      expect(next).toHaveLength(Math.min(2, count - 1));
      expect(next).not.toContain(uuid);
      for (const witness of next) expect(listWitnessedInRing(members, witness).map((one) => one.uuid)).toContain(uuid);
      expect(listWitnessedInRing(members, uuid)).toHaveLength(Math.min(2, count - 1));
    }
  }
  expect(listNextInRing([{ uuid: 'b' }], 'a')).toEqual([{ uuid: 'b' }]);
  expect(computeFrontierRoot(sha256, EMPTY_FRONTIER)).toEqual(sha256());
});
