import type { Program } from './circuit.ts';
import { CIRCUIT_KERNEL } from './circuit-kernel.ts';
import { CODE_BITS } from './plate-code.ts';
import { PLATE_MAX_LENGTH } from '@varco/domain/plates/normalise-plate.ts';
import { BLOCK_WORDS } from './plate-table.ts';

const PAGE_WORDS = 65_536 / 4;
/** Memory of the kernel in words: the slices of the block, then the steps of the program, then its registers. */
const SLICE_WORDS = PLATE_MAX_LENGTH * CODE_BITS * BLOCK_WORDS;

/** What the kernel exports. */
interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  run(firstStep: number, endOfSteps: number, slices: number, registers: number): void;
}

class CircuitRunner {
  private readonly kernel: Kernel;
  private words: Int32Array;
  private loaded: Program | null = null;

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(CIRCUIT_KERNEL, 'base64'));
    this.kernel = new WebAssembly.Instance(module).exports as Kernel;
    this.words = new Int32Array(this.kernel.memory.buffer);
  }

  run(program: Program, slices: Int32Array, target: Int32Array): void {
    const { steps, registers, result } = program;
    const registersAt = SLICE_WORDS + steps.length;
    this.makeRoom(registersAt + registers * BLOCK_WORDS);
    // All blocks of one length run the same program.
    if (this.loaded !== program) this.words.set(steps, SLICE_WORDS);
    this.loaded = program;
    this.words.set(slices);
    this.kernel.run(SLICE_WORDS * 4, registersAt * 4, 0, registersAt * 4);
    const from = registersAt + result * BLOCK_WORDS;
    target.set(this.words.subarray(from, from + BLOCK_WORDS));
  }

  private makeRoom(words: number): void {
    const missing = Math.ceil((words - this.words.length) / PAGE_WORDS);
    if (missing <= 0) return;
    this.kernel.memory.grow(missing);
    this.words = new Int32Array(this.kernel.memory.buffer);
  }
}

let runner: CircuitRunner | null = null;

/** Runs a program on the slices of one block. `target` gets one bit for each plate of the block. */
export function runProgram(program: Program, slices: Int32Array, target: Int32Array): void {
  runner ??= new CircuitRunner();
  runner.run(program, slices, target);
}
