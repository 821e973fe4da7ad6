import type { PlateTerm } from '@varco/domain/plates/plate-pattern.ts';
import type { PlateQuery } from '@varco/domain/plates/plate-query.ts';
import { Circuit, ONES, ZERO, type Compiled } from './circuit.ts';
import { characterCodeAt, getLooseBits } from './plate-code.ts';

/**
 * A pattern, one entry per position: a character, any character (`?`) or any run of characters (`*`). A `?` stored in a
 * plate matches no pattern character.
 */
type Symbols = readonly string[];

const toSymbols = (term: PlateTerm): Symbols =>
  term.pieces.flatMap((p) => (p.kind === 'text' ? [...p.text] : p.kind === 'any' ? ['*'] : Array(p.count).fill('?')));

/** A whole plate that must match exactly. It is looked up by text instead of being searched. */
export const isExactPlate = (term: PlateTerm, { misreads, variations }: PlateQuery): boolean =>
  term.literal !== null && (term.onlyAsRead || (!misreads && variations === 0));

/** True when the length alone already needs more errors than allowed, so the pattern cannot match. */
function needsTooManyErrors(symbols: Symbols, length: number, errors: number): boolean {
  const fixed = symbols.filter((symbol) => symbol !== '*').length;
  return fixed - length > errors || (fixed === symbols.length && length - fixed > errors);
}

/**
 * The dynamic programming table of `matchPlateQuery` (domain). Cell (t, i, j) is true when the first j characters of a
 * plate match the first i positions of the pattern with at most t errors. It is evaluated from the last cell backwards,
 * so only cells that contribute to the result are built.
 */
class TermTable {
  private readonly cells: Int32Array;
  private readonly circuit: Circuit;
  private readonly symbols: Symbols;
  private readonly length: number;
  private readonly isLoose: boolean;

  constructor(circuit: Circuit, symbols: Symbols, length: number, errors: number, isLoose: boolean) {
    this.circuit = circuit;
    this.symbols = symbols;
    this.length = length;
    this.isLoose = isLoose;
    this.cells = new Int32Array((errors + 1) * (symbols.length + 1) * (length + 1)).fill(-1);
  }

  cell(t: number, i: number, j: number): number {
    if (t < 0 || j < 0) return ZERO;
    if (i === 0) return j <= t ? ONES : ZERO;
    const at = (t * (this.symbols.length + 1) + i) * (this.length + 1) + j;
    const known = this.cells[at] ?? -1;
    if (known >= 0) return known;
    const built = this.buildCell(t, i, j);
    this.cells[at] = built;
    return built;
  }

  private buildCell(t: number, i: number, j: number): number {
    const { circuit } = this;
    const symbol = this.symbols[i - 1] ?? '';
    if (symbol === '*') return circuit.or(this.cell(t, i - 1, j), this.cell(t, i, j - 1));
    const matched = j === 0 ? ZERO : circuit.and(this.cell(t, i - 1, j - 1), this.matchSymbol(symbol, j - 1));
    if (matched === ONES || t === 0) return matched;
    const changed = this.cell(t - 1, i - 1, j - 1);
    const missing = this.cell(t - 1, i - 1, j);
    const added = this.cell(t - 1, i, j - 1);
    return circuit.or(matched, circuit.or(changed, circuit.or(missing, added)));
  }

  private matchSymbol(symbol: string, position: number): number {
    if (symbol === '?') return ONES;
    const code = characterCodeAt(symbol, 0);
    const looseBits = this.isLoose ? getLooseBits(symbol) : 0;
    return this.circuit.equal(position, (code >> looseBits) << looseBits, looseBits);
  }
}

/**
 * Compiles the terms for plates of one length. Whole plates that must match exactly are skipped, see `isExactPlate`.
 */
export function compilePlateQuery(plateQuery: PlateQuery, length: number): Compiled {
  const circuit = new Circuit();
  let root = ZERO;
  for (const term of plateQuery.terms) {
    if (isExactPlate(term, plateQuery)) continue;
    const symbols = toSymbols(term);
    const errors = term.onlyAsRead ? 0 : plateQuery.variations;
    if (needsTooManyErrors(symbols, length, errors)) continue;
    const isLoose = plateQuery.misreads && !term.onlyAsRead;
    root = circuit.or(
      root,
      new TermTable(circuit, symbols, length, errors, isLoose).cell(errors, symbols.length, length),
    );
  }
  return circuit.compile(root);
}
