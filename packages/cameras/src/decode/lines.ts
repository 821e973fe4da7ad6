import { DecodeError, LIMITS } from './limits.ts';
import { isBranch, type Branch, type TreeBuilder } from './tree.ts';

/** Largest index of `name[index]`; greater ones are part of the name. */
const MAX_INDEX = 100;

/** A text of one or more lines: settings (`name=value`, `name: value`) or rows with separators. */
export function readLines(text: string, builder: TreeBuilder): Branch {
  const lines = text.split(/\r\n|\n|\r/, LIMITS.lines + 1);
  if (lines.length > LIMITS.lines) throw new DecodeError('limit_exceeded', 'too many lines');
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  const branch = builder.createBranch();
  const settings = filled.map(splitSettings);
  if (settings.some((line) => line !== null)) {
    for (const line of settings) for (const [name, value] of line ?? []) addNested(branch, name, value, builder);
    return branch;
  }
  readRows(filled, builder, branch);
  return branch;
}

/** Settings of a line, several with commas or semicolons between them; null: the line has none. */
function splitSettings(line: string): readonly (readonly [string, string])[] | null {
  const pairs = line.split(/[,;](?=\s*[A-Za-z][\w.[\]-]{0,80}=)/);
  const found = pairs.map((pair) => /^\s*([A-Za-z][\w.[\]-]{0,120})\s*[=:]\s*(.*)$/s.exec(pair));
  if (found.some((pair) => pair === null)) return null;
  return found.map((pair) => [pair?.[1] ?? '', (pair?.[2] ?? '').trim().replaceAll(/^"|"$/g, '')]);
}

/** `Events[0].Car.Plate` becomes branches within lists. */
function addNested(root: Branch, name: string, value: string, builder: TreeBuilder): void {
  const steps = name.split('.');
  if (steps.length > LIMITS.depth) throw new DecodeError('limit_exceeded', 'a name has too many steps');
  let branch = root;
  for (const [at, step] of steps.entries()) {
    const indexed = /^(.{1,100})\[(\d{1,3})\]$/.exec(step);
    const index = Number(indexed?.[2] ?? 0);
    const field = indexed !== null && index <= MAX_INDEX ? (indexed[1] ?? step) : step;
    if (at === steps.length - 1) {
      builder.add(branch, field, value);
      return;
    }
    branch = getBranch(branch, field, index, builder);
  }
}

function getBranch(parent: Branch, name: string, index: number, builder: TreeBuilder): Branch {
  const values = (): (string | Branch)[] => parent.fields.get(name.toLowerCase())?.values ?? [];
  while (values().length <= index) builder.add(parent, name, builder.createBranch());
  const value = values()[index];
  if (isBranch(value)) return value;
  // A name with both a value and fields (`a=1`, `a.b=2`): the branch replaces the value, because an item cannot be both.
  const branch = builder.createBranch();
  values()[index] = branch;
  return branch;
}

/** Rows of separated values: fields `c1`, `c2` or those of a title row; `line` is the whole row. */
function readRows(lines: readonly string[], builder: TreeBuilder, into: Branch): void {
  const separator = [';', '\t', ',', '|'].find((sign) => lines[0]?.includes(sign));
  const first = separator === undefined ? [] : splitRow(lines[0] ?? '', separator);
  const hasTitles =
    lines.length > 1 && first.length > 1 && first.every((cell) => /^[A-Za-z][A-Za-z_ .-]{0,40}$/.test(cell));
  for (const line of hasTitles ? lines.slice(1) : lines) {
    const row = builder.createBranch();
    builder.add(row, 'line', line);
    const cells = separator === undefined ? [] : splitRow(line, separator);
    for (const [at, cell] of cells.entries()) {
      const title = hasTitles ? first[at]?.trim() : undefined;
      builder.add(row, title === undefined || title === '' ? `c${at + 1}` : title, cell);
    }
    builder.add(into, 'row', row);
  }
}

/** Cells of a row; a cell that is quoted as a whole may contain the separator. */
function splitRow(line: string, separator: string): readonly string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let [from, hasEnds] = [0, true];
  while (from <= line.length) {
    const isQuoted = hasEnds && line[from] === '"';
    const end = isQuoted ? findQuoteEnd(line, from + 1, separator) : -1;
    if (isQuoted && end < 0) hasEnds = false;
    if (end >= 0) {
      cells.push(line.slice(from + 1, end).trim());
      from = end + 2;
    } else {
      const next = line.indexOf(separator, from);
      cells.push(line.slice(from, next < 0 ? line.length : next).trim());
      from = next < 0 ? line.length + 1 : next + 1;
    }
  }
  return cells;
}

/** The quote before the next separator or the end; -1: there is none. */
function findQuoteEnd(line: string, from: number, separator: string): number {
  const end = line.indexOf(`"${separator}`, from);
  if (end >= 0) return end;
  return line.length > from && line.endsWith('"') ? line.length - 1 : -1;
}
