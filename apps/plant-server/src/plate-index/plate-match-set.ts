import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import type { Compiled } from './circuit.ts';
import { compilePlateQuery, isExactPlate } from './compile-plate-query.ts';
import { isIndexable } from './plate-code.ts';
import { PlateBits } from './plate-bits.ts';
import { BLOCK_WORDS, type PlateTable } from './plate-table.ts';
import { runProgram } from './run-circuit-program.ts';

/** The plates of a table that match a plate query: one bit per ordinal, kept up to date block by block. */
export class PlateMatchSet extends PlateBits {
  private readonly question: PlateQuery;
  private readonly programs = new Map<number, Compiled>();
  /** Size of each block when it was last evaluated. A block that has grown is evaluated again. */
  private readonly evaluatedSizes: number[] = [];

  constructor(plateQuery: PlateQuery) {
    super();
    this.question = plateQuery;
  }

  /** Brings the bits up to date. Yields after each block that changed, so that the caller can pause. */
  *update(table: PlateTable): Generator<undefined, void> {
    for (const [number, block] of table.blocks.entries()) {
      if (this.evaluatedSizes[number] === block.size) continue;
      this.reserve(number + 1);
      const size = block.size;
      this.evaluateBlock(table, number);
      this.evaluatedSizes[number] = size;
      yield;
    }
    // Must follow the blocks: evaluating a block overwrites its bits.
    for (const term of this.question.terms) {
      if (term.literal === null || !isExactPlate(term, this.question)) continue;
      const ordinal = isIndexable(term.literal) ? table.find(term.literal) : -1;
      if (ordinal >= 0) this.add(ordinal);
    }
  }

  private evaluateBlock(table: PlateTable, number: number): void {
    const block = table.blocks[number];
    if (block === undefined) return;
    const target = this.bits.subarray(number * BLOCK_WORDS, (number + 1) * BLOCK_WORDS);
    const program = this.getProgram(block.length);
    if (typeof program === 'string') {
      target.fill(program === 'all' ? -1 : 0);
      return;
    }
    runProgram(program, block.slices, target);
  }

  private getProgram(length: number): Compiled {
    const known = this.programs.get(length);
    if (known !== undefined) return known;
    const compiled = compilePlateQuery(this.question, length);
    this.programs.set(length, compiled);
    return compiled;
  }
}
