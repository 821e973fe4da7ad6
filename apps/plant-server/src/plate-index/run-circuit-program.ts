import { STEP, type Program } from './circuit.ts';
import { CODE_BITS } from './plate-code.ts';
import { BLOCK_WORDS } from './plate-table.ts';

const W = BLOCK_WORDS;

/** Bits of the plates whose character at a position has this code, optionally ignoring its lowest bits. */
function equal(slices: Int32Array, position: number, operand: number, out: Int32Array, target: number): void {
  const [code, looseBits] = [operand >> 2, operand & 3];
  const from = position * CODE_BITS * W;
  const [a, b, c, d, e, f] = [from, from + W, from + 2 * W, from + 3 * W, from + 4 * W, from + 5 * W];
  const mask = (bit: number): number => ((code >> bit) & 1) - 1;
  const [m, n, o, p, q, r] = [mask(0), mask(1), mask(2), mask(3), mask(4), mask(5)];
  if (looseBits === 0)
    for (let w = 0; w < W; w += 1)
      out[target + w] =
        ((slices[a + w] ?? 0) ^ m) &
        ((slices[b + w] ?? 0) ^ n) &
        ((slices[c + w] ?? 0) ^ o) &
        ((slices[d + w] ?? 0) ^ p) &
        ((slices[e + w] ?? 0) ^ q) &
        ((slices[f + w] ?? 0) ^ r);
  else if (looseBits === 1)
    for (let w = 0; w < W; w += 1)
      out[target + w] =
        ((slices[b + w] ?? 0) ^ n) &
        ((slices[c + w] ?? 0) ^ o) &
        ((slices[d + w] ?? 0) ^ p) &
        ((slices[e + w] ?? 0) ^ q) &
        ((slices[f + w] ?? 0) ^ r);
  else
    for (let w = 0; w < W; w += 1)
      out[target + w] =
        ((slices[c + w] ?? 0) ^ o) &
        ((slices[d + w] ?? 0) ^ p) &
        ((slices[e + w] ?? 0) ^ q) &
        ((slices[f + w] ?? 0) ^ r);
}

/** Runs a program on the slices of one block. Afterwards the result is in the register `Program.result`. */
export function runProgram({ steps }: Program, slices: Int32Array, registers: Int32Array): void {
  for (let at = 0; at < steps.length; at += 4) {
    const target = (steps[at + 1] ?? 0) * W;
    if (steps[at] === STEP.equal) {
      equal(slices, steps[at + 2] ?? 0, steps[at + 3] ?? 0, registers, target);
      continue;
    }
    const [a, b] = [(steps[at + 2] ?? 0) * W, (steps[at + 3] ?? 0) * W];
    if (steps[at] === STEP.and)
      for (let w = 0; w < W; w += 1) registers[target + w] = (registers[a + w] ?? 0) & (registers[b + w] ?? 0);
    else for (let w = 0; w < W; w += 1) registers[target + w] = (registers[a + w] ?? 0) | (registers[b + w] ?? 0);
  }
}
