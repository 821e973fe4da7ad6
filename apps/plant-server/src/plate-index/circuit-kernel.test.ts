import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import loadWabt from 'wabt';
import { CIRCUIT_KERNEL } from './circuit-kernel.ts';
import { STEP, type Program } from './circuit.ts';
import { BLOCK_WORDS } from './plate-table.ts';
import { runProgram } from './run-circuit-program.ts';

it('the kernel is its text, assembled', async () => {
  const text = await readFile(join(import.meta.dirname, 'circuit-kernel.wat'), 'utf8');
  const wabt = await loadWabt();
  const { buffer } = wabt.parseWat('circuit-kernel.wat', text, { simd: true }).toBinary({});
  expect(Buffer.from(buffer).toString('base64')).toBe(CIRCUIT_KERNEL);
});

/** A reproducible number below 2^32. */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return state >>> 0;
  };
}

/** The steps of a program, one word after the other. */
function runSlowly({ steps, registers, result }: Program, slices: Int32Array): Int32Array {
  const values = Array.from({ length: registers }, () => new Int32Array(BLOCK_WORDS));
  for (let at = 0; at < steps.length; at += 4) {
    const [kind = 0, target = 0, a = 0, b = 0] = steps.subarray(at, at + 4);
    const word = (w: number): number => {
      if (kind === STEP.and) return (values[a]?.[w] ?? 0) & (values[b]?.[w] ?? 0);
      if (kind === STEP.or) return (values[a]?.[w] ?? 0) | (values[b]?.[w] ?? 0);
      let equal = -1;
      for (let bit = b & 3; bit < 6; bit += 1) {
        const slice = slices[(a * 6 + bit) * BLOCK_WORDS + w] ?? 0;
        equal &= (((b >> 2) >> bit) & 1) === 1 ? slice : ~slice;
      }
      return equal;
    };
    values[target] = Int32Array.from({ length: BLOCK_WORDS }, (_, w) => word(w));
  }
  return values[result] ?? new Int32Array(0);
}

it('random programs, short and longer than its first memory, give what their steps say', () => {
  const next = createNumbers(20_261_127);
  for (const [length, stepCount, registers] of [
    [7, 5, 3],
    [1, 1, 1],
    [32, 40, 20],
    [7, 3_000, 300],
    [10, 12, 6],
  ] as const) {
    const slices = Int32Array.from({ length: length * 6 * BLOCK_WORDS }, next);
    const steps = new Int32Array(stepCount * 4);
    for (let step = 0; step < stepCount; step += 1) {
      // The first steps fill all registers.
      const kind = step < registers ? STEP.equal : [STEP.equal, STEP.and, STEP.or][next() % 3];
      const target = step < registers ? step : next() % registers;
      const operands =
        kind === STEP.equal
          ? [next() % length, ((next() % 64) << 2) | (next() % 3)]
          : [next() % registers, next() % registers];
      steps.set([kind ?? 0, target, ...operands], step * 4);
    }
    const program = { steps, registers, result: next() % registers };
    const target = new Int32Array(BLOCK_WORDS);
    runProgram(program, slices, target);
    expect([...target]).toEqual([...runSlowly(program, slices)]);
  }
});
