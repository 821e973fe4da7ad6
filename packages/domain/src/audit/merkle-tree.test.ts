import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Sha256, toUtf8Bytes } from './audit-bytes.ts';
import {
  EMPTY_FRONTIER,
  appendLeaf,
  buildConsistencyProof,
  computeFrontierRoot,
  buildInclusionProof,
  computeTreeRoot,
  verifyConsistency,
  verifyInclusion,
} from './merkle-tree.ts';
import { createVerifierKey } from './cosignature.ts';
import { formatCheckpoint, formatNote, parseCheckpoint, parseNote } from './signed-note.ts';

const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const entries = Array.from({ length: 33 }, (_, index) => sha256(toUtf8Bytes(`entry ${index}`)));

/** Leaves and heads published with the certificate transparency code (tree of 8 short leaves). */
const KNOWN_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const KNOWN_HEADS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
];

test('tree heads are those published for RFC 6962', () => {
  const leaves = KNOWN_LEAVES.map((leaf) => new Uint8Array(Buffer.from(leaf, 'hex')));
  KNOWN_HEADS.forEach((head, index) => expect(hex(computeTreeRoot(sha256, leaves.slice(0, index + 1)))).toBe(head));
  expect(hex(computeTreeRoot(sha256, leaves))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  expect(hex(computeTreeRoot(sha256, []))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('a frontier gives the same head as the whole tree at every size', () => {
  let frontier = EMPTY_FRONTIER;
  entries.forEach((entry, index) => {
    frontier = appendLeaf(sha256, frontier, entry);
    expect(hex(computeFrontierRoot(sha256, frontier))).toBe(hex(computeTreeRoot(sha256, entries.slice(0, index + 1))));
  });
});

test('every entry is proved to be in the tree, and nothing else is', () => {
  for (let size = 1; size <= entries.length; size++) {
    const tree = entries.slice(0, size);
    const root = computeTreeRoot(sha256, tree);
    tree.forEach((entry, index) => {
      const proof = buildInclusionProof(sha256, tree, index);
      expect(verifyInclusion(sha256, { entry, index, size, root }, proof)).toBe(true);
      expect(verifyInclusion(sha256, { entry: sha256(entry), index, size, root }, proof)).toBe(false);
      expect(verifyInclusion(sha256, { entry, index, size, root }, [...proof, root])).toBe(false);
    });
  }
});

test('growth is proved, a rewritten past is not', () => {
  for (let newer = 1; newer <= entries.length; newer++) {
    const tree = entries.slice(0, newer);
    const now = { size: newer, root: computeTreeRoot(sha256, tree) };
    for (let older = 1; older <= newer; older++) {
      const before = { size: older, root: computeTreeRoot(sha256, entries.slice(0, older)) };
      const proof = buildConsistencyProof(sha256, tree, older);
      expect(verifyConsistency(sha256, before, now, proof)).toBe(true);
      expect(verifyConsistency(sha256, { ...before, root: sha256(before.root) }, now, proof)).toBe(false);
    }
  }
  const rewritten = [sha256(toUtf8Bytes('other')), ...entries.slice(1)];
  const before = { size: 8, root: computeTreeRoot(sha256, entries.slice(0, 8)) };
  const now = { size: 33, root: computeTreeRoot(sha256, rewritten) };
  expect(verifyConsistency(sha256, before, now, buildConsistencyProof(sha256, rewritten, 8))).toBe(false);
});

test('a checkpoint note is read back as written and a damaged one is refused', () => {
  const head = { size: 33, root: computeTreeRoot(sha256, entries) };
  const text = formatCheckpoint('cesena.example/audit/7b0d7c2e/1', head);
  const { keyId } = createVerifierKey(sha256, {
    name: 'cesena.example',
    kind: 'log',
    publicKey: new Uint8Array(32).fill(7),
  });
  const note = formatNote(text, [{ name: 'cesena.example', keyId, signature: new Uint8Array(64).fill(9) }]);
  expect(parseNote(note)).toEqual({
    text,
    signatures: [{ name: 'cesena.example', keyId, signature: new Uint8Array(64).fill(9) }],
  });
  expect(parseCheckpoint(text)).toEqual({ origin: 'cesena.example/audit/7b0d7c2e/1', ...head });
  expect(parseNote(note.slice(0, -1))).toBeNull();
  expect(parseNote(note.replace('\u2014', '-'))).toBeNull();
  expect(parseCheckpoint(text.replace('\n33\n', '\n033\n'))).toBeNull();
});
