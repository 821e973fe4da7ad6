import { inFile, type PlantedFault } from './planted-fault.ts';

const add = inFile('witness', 'packages/server-kit/src/tlog/add-checkpoint.ts');
const round = inFile('round', 'packages/server-kit/src/tlog/witness-round.ts');
const tree = inFile('tree', 'packages/domain/src/audit/merkle-tree.ts');
const tiles = inFile('tiles', 'packages/domain/src/audit/tile-tree.ts');
const note = inFile('note', 'packages/domain/src/audit/note-verify.ts');
const body = inFile('submission', 'packages/domain/src/audit/add-checkpoint.ts');
const cosignature = inFile('cosignature', 'packages/domain/src/audit/cosignature.ts');

/** Faults of the published log and its witnesses. */
export const LOG_FAULTS: readonly PlantedFault[] = [
  add(
    'consistency',
    "return verifyConsistency(sha256OfParts, held, checkpoint, proof) ? null : 'inconsistent';",
    'return null;',
    'a witness cosigns another history',
  ),
  add(
    'consistency-never',
    "return verifyConsistency(sha256OfParts, held, checkpoint, proof) ? null : 'inconsistent';",
    "return verifyConsistency(sha256OfParts, held, checkpoint, proof) ? 'inconsistent' : null;",
    'an honest log is refused',
  ),
  add('size', "if (oldSize !== log.size) return 'other-size';", '', 'proofs from another size are judged'),
  add(
    'first',
    "if (log.size === 0 || log.root === null) return proof.length === 0 ? null : 'inconsistent';",
    'if (log.size >= 0 || log.root === null) return null;',
    'a witness cosigns anything signed',
  ),
  add(
    'fork',
    "!equalBytes(checkpoint.root, log.root)) return 'fork';",
    "equalBytes(checkpoint.root, log.root)) return 'fork';",
    'a repeated checkpoint is called a fork',
  ),
  add(
    'signed',
    "if (!isSignedByLog(verifyEd25519, keys, checkpoint)) return 'unsigned';",
    "if (isSignedByLog(verifyEd25519, keys, checkpoint)) return 'unsigned';",
    'signed checkpoints are refused',
  ),
  add(
    'refusal',
    '    if (refusal !== null) return { state: refusal, owner };\n',
    '',
    'refused checkpoints are cosigned',
  ),
  add(
    'store',
    '    await storeCosigned(client, {',
    "    await storeFork(client, log.origin, submitted.note, witness.now());\n    if (log.size > 0) return { state: 'cosigned', lines };\n    await storeCosigned(client, {",
    'a witness forgets what it cosigned',
  ),
  round(
    'other-size',
    "if (first.answer !== 'other-size') return first.answer;",
    "if (first.answer !== 'other-size') return first.answer;\n  return 'away';",
    'a witness with another size is given up',
  ),
  round(
    'behind',
    "if (first.size > checkpoint.size) return 'behind';",
    "if (first.size > checkpoint.size) return 'away';",
    'a log that was put back is not reported',
  ),
  round(
    'second',
    'const second = await sendCheckpoint(deps, checkpoint, witness, first.size, signal);',
    'const second = await sendCheckpoint(deps, checkpoint, witness, 0, signal);',
    'the second call repeats the first',
  ),
  round(
    'done',
    'filter(({ name }) => !done.has(name));',
    'filter(({ name }) => done.has(name));',
    'no witness is asked',
  ),
  round(
    'kept',
    'await storeCosignature(pool, checkpoint, { witness: witness.name',
    'if (checkpoint.size < 0) await storeCosignature(pool, checkpoint, { witness: witness.name',
    'cosignatures are not stored',
  ),
  round(
    'valid',
    '(signature) => readCosignature(verifyEd25519, key, signed.text, [signature]) !== null,',
    '(signature) => readCosignature(verifyEd25519, key, signed.text, [signature]) === null,',
    'valid cosignatures are refused',
  ),
  round(
    'away',
    "if (response === null || response.status >= 500 || response.status === 429) return { answer: 'away' };",
    "if (response === null || response.status >= 500 || response.status === 429) return { answer: 'rejected' };",
    'a witness that is off is taken for a refusal',
  ),
  round('conflict', 'const HTTP_CONFLICT = 409;', 'const HTTP_CONFLICT = 410;', 'another size is taken for a refusal'),
  tree(
    'power',
    '2 ** Math.round(Math.log2(size)) === size;',
    '2 ** Math.round(Math.log2(size)) >= size;',
    'proofs of some sizes fail',
  ),
  tree(
    'older',
    'return last === 0 && equalBytes(old, older.root) && equalBytes(now, newer.root);',
    'return last === 0 && equalBytes(now, newer.root);',
    'another history passes as a continuation',
  ),
  tree(
    'sibling',
    '[old, now] = [hashNode(sha256, sibling, old), hashNode(sha256, sibling, now)];',
    '[old, now] = [hashNode(sha256, old, sibling), hashNode(sha256, sibling, now)];',
    'honest proofs fail',
  ),
  tree(
    'start',
    'let [position, last] = [older.size - 1, newer.size - 1];',
    'let [position, last] = [older.size, newer.size - 1];',
    'honest proofs fail',
  ),
  tree(
    'same-size',
    'if (older.size === newer.size) return proof.length === 0 && equalBytes(older.root, newer.root);',
    'if (older.size === newer.size) return false;',
    'a repeated checkpoint is refused',
  ),
  tree(
    'rest',
    '  while (position % 2 === 1) [position, last] = [Math.floor(position / 2), Math.floor(last / 2)];\n  let [old',
    '  let [old',
    'proofs of even sizes fail',
  ),
  tiles('split', 'return size <= split\n', 'return size < split\n', 'proofs of powers of two are wrong'),
  tiles(
    'whole',
    'if (size === to - from) return whole ? [] :',
    'if (size === to - from) return !whole ? [] :',
    'proofs have a hash too many',
  ),
  tiles(
    'empty',
    'return size === 0 ? [] : buildSubProof',
    'return size <= 1 ? [] : buildSubProof',
    'a log of one entry cannot grow',
  ),
  tiles(
    'first',
    'const first = position % TILE_WIDTH;',
    'const first = 0;',
    'hashes are read from the start of a tile',
  ),
  tiles(
    'pairs',
    'return i % 2 === 0 && right !== undefined ?',
    'return i % 2 === 1 && right !== undefined ?',
    'pairs of hashes are shifted',
  ),
  note(
    'checks',
    'return checks.length > 0 && checks.every(Boolean);',
    'return checks.length > 1 && checks.every(Boolean);',
    'one signature is not enough',
  ),
  note(
    'witness',
    "if (key.kind !== 'witness') return null;",
    "if (key.kind === 'witness') return null;",
    'cosignatures are not read',
  ),
  body(
    'old',
    'return { oldSize: Number(size), proof, note: text.slice(cut + 2) };',
    'return { oldSize: 0, proof, note: text.slice(cut + 2) };',
    'each submission is judged as the first',
  ),
  body('proof', '    proof.push(hash);\n', '', 'proofs arrive empty'),
  cosignature(
    'time',
    'timeS: Number(time), signature: bytes.slice(TIME_BYTES)',
    'timeS: Number(time) + 1, signature: bytes.slice(TIME_BYTES)',
    'cosignatures do not verify',
  ),
];
