/**
 * Forward and inverse cosine transform of 8 x 8 blocks after Arai, Agui and Nakajima: five multiplications per line;
 * the other factors are part of the divisors. Same as `jfdctflt.c` and `jidctflt.c` of the Independent JPEG Group.
 * Blocks are 64 values, row by row.
 */

const SCALES = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379] as const;

/** Position in a block of each coefficient in file order. */
export const ZIGZAG = Uint8Array.from(
  Array.from({ length: 64 }, (_, at) => ({ at, x: at & 7, y: at >> 3 }))
    .sort((a, b) => a.x + a.y - (b.x + b.y) || ((a.x + a.y) % 2 === 0 ? b.y - a.y : a.y - b.y))
    .map(({ at }) => at),
);

/** A quantisation table prepared for the transform. Values by position in the block. */
export interface Divisors {
  /** Factor from a coefficient of the file to the input of the inverse transform. */
  readonly back: Float64Array;
  /** Factor from the output of the forward transform to a coefficient of the file. */
  readonly there: Float64Array;
  /** Step of the DC value, in eighths of a sample value. */
  readonly mean: number;
}

/** @param table 64 divisors in file order */
export function divisorsOf(table: Uint8Array): Divisors {
  const [back, there] = [new Float64Array(64), new Float64Array(64)];
  for (const [order, place] of ZIGZAG.entries()) {
    const scale = (SCALES[place & 7] ?? 1) * (SCALES[place >> 3] ?? 1);
    back[place] = ((table[order] ?? 1) * scale) / 8;
    there[place] = 1 / ((table[order] ?? 1) * scale * 8);
  }
  return { back, there, mean: table[0] ?? 1 };
}

/** Samples, -128 to 127, become coefficients, in place. */
export function forwardDct(block: Float64Array): void {
  for (let row = 0; row < 64; row += 8) forwardLine(block, row, 1);
  for (let column = 0; column < 8; column += 1) forwardLine(block, column, 8);
}

/**
 * Coefficients become samples around 0, in place. @param wavy one bit for each column with coefficients below the
 * first row
 */
export function inverseDct(block: Float64Array, wavy: number): void {
  for (let column = 0; column < 8; column += 1) {
    if (((wavy >>> column) & 1) === 1) inverseLine(block, column, 8);
    else for (let at = column + 8; at < 64; at += 8) block[at] = block[column] as number;
  }
  for (let row = 0; row < 64; row += 8) inverseLine(block, row, 1);
}

function forwardLine(block: Float64Array, at: number, step: number): void {
  const at1 = at + step;
  const at2 = at1 + step;
  const at3 = at2 + step;
  const at4 = at3 + step;
  const at5 = at4 + step;
  const at6 = at5 + step;
  const at7 = at6 + step;
  const sum07 = (block[at] as number) + (block[at7] as number);
  const dif07 = (block[at] as number) - (block[at7] as number);
  const sum16 = (block[at1] as number) + (block[at6] as number);
  const dif16 = (block[at1] as number) - (block[at6] as number);
  const sum25 = (block[at2] as number) + (block[at5] as number);
  const dif25 = (block[at2] as number) - (block[at5] as number);
  const sum34 = (block[at3] as number) + (block[at4] as number);
  const dif34 = (block[at3] as number) - (block[at4] as number);

  const even0 = sum07 + sum34;
  const even3 = sum07 - sum34;
  const even1 = sum16 + sum25;
  const even2 = sum16 - sum25;
  const turn = (even2 + even3) * 0.707106781;
  block[at] = even0 + even1;
  block[at4] = even0 - even1;
  block[at2] = even3 + turn;
  block[at6] = even3 - turn;

  const odd0 = dif34 + dif25;
  const odd1 = (dif25 + dif16) * 0.707106781;
  const odd2 = dif16 + dif07;
  const z5 = (odd0 - odd2) * 0.382683433;
  const z2 = 0.5411961 * odd0 + z5;
  const z4 = 1.306562965 * odd2 + z5;
  block[at5] = dif07 - odd1 + z2;
  block[at3] = dif07 - odd1 - z2;
  block[at1] = dif07 + odd1 + z4;
  block[at7] = dif07 + odd1 - z4;
}

function inverseLine(block: Float64Array, at: number, step: number): void {
  const at1 = at + step;
  const at2 = at1 + step;
  const at3 = at2 + step;
  const at4 = at3 + step;
  const at5 = at4 + step;
  const at6 = at5 + step;
  const at7 = at6 + step;
  const c0 = block[at] as number;
  const c1 = block[at1] as number;
  const c2 = block[at2] as number;
  const c3 = block[at3] as number;
  const c4 = block[at4] as number;
  const c5 = block[at5] as number;
  const c6 = block[at6] as number;
  const c7 = block[at7] as number;

  const sum26 = c2 + c6;
  const dif26 = (c2 - c6) * 1.414213562 - sum26;
  const even0 = c0 + c4 + sum26;
  const even3 = c0 + c4 - sum26;
  const even1 = c0 - c4 + dif26;
  const even2 = c0 - c4 - dif26;

  const z13 = c5 + c3;
  const z10 = c5 - c3;
  const z11 = c1 + c7;
  const z12 = c1 - c7;
  const z5 = (z10 + z12) * 1.847759065;
  const odd7 = z11 + z13;
  const odd6 = z5 - z10 * 2.61312593 - odd7;
  const odd5 = (z11 - z13) * 1.414213562 - odd6;
  const odd4 = z5 - z12 * 1.0823922 - odd5;

  block[at] = even0 + odd7;
  block[at7] = even0 - odd7;
  block[at1] = even1 + odd6;
  block[at6] = even1 - odd6;
  block[at2] = even2 + odd5;
  block[at5] = even2 - odd5;
  block[at3] = even3 + odd4;
  block[at4] = even3 - odd4;
}
