import { qrCodewords } from './qr-codewords.ts';

/** Rows of a QR code, true = dark; without quiet zone. */
export type QrMatrix = readonly (readonly boolean[])[];

/**
 * Per module: whether it is dark, and whether it belongs to a fixed pattern (which carries no data and is not masked).
 */
interface Grid {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * The QR code of a text (byte mode, level M), with the mask of the lowest penalty. @throws RangeError if the text is
 * too long
 */
export function qrMatrix(text: string): QrMatrix {
  const { version, codewords } = qrCodewords(text);
  const grid = emptyGrid(4 * version + 17);
  drawPatterns(grid, version);
  drawCodewords(grid, codewords);
  const tries = MASKS.map((mask, index) => masked(grid, mask, index));
  const best = tries.toSorted((a, b) => penaltyOf(a) - penaltyOf(b))[0];
  return best ?? grid.dark;
}

function emptyGrid(size: number): Grid {
  const square = (): boolean[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  return { size, dark: square(), fixed: square() };
}

function put({ size, dark, fixed }: Grid, x: number, y: number, isDark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  const [row, marks] = [dark[y], fixed[y]];
  if (row !== undefined) row[x] = isDark;
  if (marks !== undefined) marks[x] = true;
}

function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let i = 0; i < size; i += 1) {
    put(grid, 6, i, i % 2 === 0);
    put(grid, i, 6, i % 2 === 0);
  }
  const finder = (cx: number, cy: number): void => drawRings(grid, cx, cy, { radius: 4, light: [2, 4] });
  finder(3, 3);
  finder(size - 4, 3);
  finder(3, size - 4);
  const centres = alignmentCentres(version, size);
  for (const x of centres) {
    for (const y of centres) {
      const isFinder = (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6);
      if (!isFinder) drawRings(grid, x, y, { radius: 2, light: [1] });
    }
  }
  drawFormat(grid, 0);
  if (version >= 7) drawVersion(grid, version);
}

function drawRings(grid: Grid, cx: number, cy: number, rings: { radius: number; light: readonly number[] }): void {
  for (let dy = -rings.radius; dy <= rings.radius; dy += 1)
    for (let dx = -rings.radius; dx <= rings.radius; dx += 1)
      put(grid, cx + dx, cy + dy, !rings.light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
}

function alignmentCentres(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)];
}

/** Check bits of format and version: remainder of `value` by a generator polynomial. */
function checkBits(value: number, degree: number, generator: number): number {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * generator);
  return rest;
}

/** Draws level M (code 0) and mask twice, each with ten check bits. */
function drawFormat(grid: Grid, mask: number): void {
  const bits = ((mask << 10) | checkBits(mask, 10, 0x537)) ^ 0x5412;
  const bit = (index: number): boolean => ((bits >>> index) & 1) === 1;
  const { size } = grid;
  for (let i = 0; i <= 5; i += 1) put(grid, 8, i, bit(i));
  put(grid, 8, 7, bit(6));
  put(grid, 8, 8, bit(7));
  put(grid, 7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) put(grid, 14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) put(grid, size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) put(grid, 8, size - 15 + i, bit(i));
  put(grid, 8, size - 8, true);
}

function drawVersion(grid: Grid, version: number): void {
  const bits = (version << 12) | checkBits(version, 12, 0x1f25);
  for (let i = 0; i < 18; i += 1) {
    const a = grid.size - 11 + (i % 3);
    const b = Math.floor(i / 3);
    put(grid, a, b, ((bits >>> i) & 1) === 1);
    put(grid, b, a, ((bits >>> i) & 1) === 1);
  }
}

/** Fills two columns at a time from the right, alternately upwards and downwards, skipping fixed modules. */
function drawCodewords({ size, dark, fixed }: Grid, codewords: readonly number[]): void {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < 2 * size; step += 1) {
      const x = right - (step % 2);
      const line = Math.floor(step / 2);
      const y = isUpward ? size - 1 - line : line;
      const row = dark[y];
      if (row === undefined || fixed[y]?.[x] === true || at >= 8 * codewords.length) continue;
      row[x] = (((codewords[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1;
      at += 1;
    }
  }
}

function masked(grid: Grid, mask: (x: number, y: number) => boolean, index: number): boolean[][] {
  const dark = grid.dark.map((row, y) => row.map((bit, x) => bit !== (grid.fixed[y]?.[x] !== true && mask(x, y))));
  drawFormat({ ...grid, dark, fixed: grid.fixed.map((row) => [...row]) }, index);
  return dark;
}

/**
 * Penalty of a mask: long runs, 2x2 blocks, shapes like a finder, imbalance of dark and light (7.8.3 of the standard).
 */
function penaltyOf(dark: QrMatrix): number {
  const rows = dark.map(textOf);
  const columns = dark.map((_, x) => textOf(dark.map((row) => row[x] === true)));
  const share = rows.join('').replaceAll('0', '').length / (dark.length * dark.length);
  const lines = [...rows, ...columns].reduce((sum, line) => sum + linePenalty(line), 0);
  return lines + 3 * equalBlocks(rows) + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

const textOf = (bits: readonly boolean[]): string => bits.map((bit) => (bit ? '1' : '0')).join('');

function linePenalty(line: string): number {
  const runs = (line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0);
  const finders = line.match(/(?=10111010000|00001011101)/g)?.length ?? 0;
  return runs + 40 * finders;
}

function equalBlocks(rows: readonly string[]): number {
  let count = 0;
  for (const [y, row] of rows.entries()) {
    const below = rows[y + 1];
    for (let x = 0; below !== undefined && x + 1 < row.length; x += 1)
      if (/^(0000|1111)$/.test(row.slice(x, x + 2) + below.slice(x, x + 2))) count += 1;
  }
  return count;
}
