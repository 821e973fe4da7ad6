import type { PlateQuestion } from '@varco/domain/plates/plate-question.ts';
import type { Compiled } from './circuit.ts';
import { compileQuestion, isExactPlate } from './compile-question.ts';
import { isIndexable } from './plate-code.ts';
import { PlateBits } from './plate-bits.ts';
import { BLOCK_WORDS, type PlateTable } from './plate-table.ts';
import { runProgram } from './run-program.ts';

/** The plates of a table that match a plate query: one bit per ordinal, kept up to date block by block. */
export class Matches extends PlateBits {
  private readonly question: PlateQuestion;
  private readonly programs = new Map<number, Compiled>();
  /** Size of each block when it was last evaluated. A block that has grown is evaluated again. */
  private readonly seen: number[] = [];
  private static registers = new Int32Array(0);

  constructor(plateQuery: PlateQuestion) {
    super();
    this.question = plateQuery;
  }

  /** Brings the bits up to date. Yields after each block that changed, so that the caller can pause. */
  *update(table: PlateTable): Generator<undefined, void> {
    for (const [number, block] of table.blocks.entries()) {
      if (this.seen[number] === block.size) continue;
      this.reserve(number + 1);
      const size = block.size;
      this.look(table, number);
      this.seen[number] = size;
      yield;
    }
    // Must follow the blocks: evaluating a block overwrites its bits.
    for (const term of this.question.terms) {
      if (term.literal === null || !isExactPlate(term, this.question)) continue;
      const ordinal = isIndexable(term.literal) ? table.find(term.literal) : -1;
      if (ordinal >= 0) this.add(ordinal);
    }
  }

  private look(table: PlateTable, number: number): void {
    const block = table.blocks[number];
    if (block === undefined) return;
    const target = this.bits.subarray(number * BLOCK_WORDS, (number + 1) * BLOCK_WORDS);
    const program = this.programFor(block.length);
    if (typeof program === 'string') {
      target.fill(program === 'all' ? -1 : 0);
      return;
    }
    const words = program.registers * BLOCK_WORDS;
    if (Matches.registers.length < words) Matches.registers = new Int32Array(words);
    runProgram(program, block.slices, Matches.registers);
    const from = program.result * BLOCK_WORDS;
    target.set(Matches.registers.subarray(from, from + BLOCK_WORDS));
  }

  private programFor(length: number): Compiled {
    const known = this.programs.get(length);
    if (known !== undefined) return known;
    const compiled = compileQuestion(this.question, length);
    this.programs.set(length, compiled);
    return compiled;
  }
}
