import type { Condition, ConditionGroup, FixedText } from '../family-description.ts';
import { foldName, isBranch, ITEMS, TEXT, type Branch, type TreeValue } from '../decode/tree.ts';
import { LIMITS } from '../decode/limits.ts';
import { toNation } from '../meaning/nations.ts';
import { foldWord } from '../meaning/words.ts';

/** An event, the document it is in, and what goes with the whole message. */
export interface EventContext {
  readonly event: Branch;
  readonly document: Branch;
  readonly aside: readonly Branch[];
  /** Nodes that the event is in, the nearest first; absent: nothing is looked up there. */
  readonly around?: readonly Branch[];
}

export interface Step {
  readonly name: string;
  readonly index: number | null;
}
interface Path {
  readonly isFromTop: boolean;
  readonly steps: readonly Step[];
}

/** Parsed paths of descriptions; those of a mapping may push others out. */
const parsed = new Map<string, Path>();
const MAX_PARSED = 4_000;

/** The steps of a path as descriptions and mappings write it. */
export function parsePath(text: string): Path {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const isFromTop = text.startsWith('/');
  const names = (isFromTop ? text.slice(1) : text).split('.').filter((step) => step !== '');
  const steps = names.map((step): Step => {
    const indexed = /^(.+)\[(\d{1,3})\]$/.exec(step);
    return indexed === null
      ? { name: foldName(step), index: null }
      : { name: foldName(indexed[1] ?? ''), index: Number(indexed[2]) };
  });
  const path = { isFromTop, steps: steps.slice(0, LIMITS.depth) };
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(text, path);
  return path;
}

/** All values at a path, bounded like lists of reads. */
function findValues(from: Branch, { steps }: Path): readonly TreeValue[] {
  let values: readonly TreeValue[] = [from];
  for (const { name, index } of steps) {
    const next: TreeValue[] = [];
    for (const value of name === ITEMS ? values : flattenLists(values)) {
      if (isBranch(value)) addStep(value, name, index, next);
      if (next.length > LIMITS.reads) break;
    }
    if (next.length === 0) return next;
    values = next;
  }
  return values;
}

function addStep({ fields }: Branch, name: string, index: number | null, into: TreeValue[]): void {
  const found = name === '*' ? [...fields.values()] : [fields.get(name) ?? fields.get(`@${name}`)];
  for (const field of found) {
    if (field === undefined) continue;
    const picked = index === null ? field.values.slice(0, LIMITS.reads + 1) : field.values.slice(index, index + 1);
    into.push(...picked);
  }
}

/** The entries of a list that is itself a value: a list within a list. Null: it is none, or its entries are texts. */
export function openList(value: TreeValue | undefined): readonly TreeValue[] | null {
  if (!isBranch(value) || value.fields.size !== 1) return null;
  const entries = value.fields.get(ITEMS)?.values ?? [];
  return entries.some((entry) => isBranch(entry)) ? entries : null;
}

/** Values without the lists that they are in, at most as many as lists of reads have. */
export function flattenLists(values: readonly TreeValue[], depth = 0): readonly TreeValue[] {
  if (depth > LIMITS.depth || !values.some((value) => openList(value) !== null)) return values;
  const flat: TreeValue[] = [];
  for (const value of values) {
    const entries = openList(value);
    if (entries === null) flat.push(value);
    else for (const entry of flattenLists(entries, depth + 1)) flat.push(entry);
    if (flat.length > LIMITS.reads) break;
  }
  return flat;
}

/** Nodes of the reads of a document. */
export function findEvents(document: Branch, path: string): readonly Branch[] {
  return findValues(document, parsePath(path)).filter((value) => isBranch(value));
}

/** The text at a path; empty: the field is there without a value; null: it is not there. */
function findText(context: EventContext, path: string): string | null {
  const steps = parsePath(path);
  const own = firstText(findValues(steps.isFromTop ? context.document : context.event, steps));
  if (own !== null) return own;
  for (const branch of steps.isFromTop ? context.aside : [...(context.around ?? []), ...context.aside]) {
    const text = firstText(findValues(branch, steps));
    if (text !== null) return text;
  }
  return null;
}

function firstText(values: readonly TreeValue[]): string | null {
  let found: string | null = null;
  for (const value of values) {
    const text = isBranch(value) ? (value.fields.get(TEXT)?.values[0] ?? null) : value;
    if (typeof text !== 'string') continue;
    if (text !== '') return text;
    found = '';
  }
  return found;
}

/** The first text that is not empty; empty when only empty fields are there; null when none is. */
export function findFirstText(context: EventContext, paths: readonly string[]): string | null {
  let found: string | null = null;
  for (const path of paths) {
    const text = findText(context, path);
    if (text !== null && text !== '') return text;
    found ??= text;
  }
  return found;
}

/** Characters of a text of fixed width; empty: there is no such text. */
export function findFixedText(context: EventContext, { path, from, to }: FixedText): string {
  return (findText(context, path) ?? '')
    .slice(0, 1_000)
    .slice(from, to ?? undefined)
    .trim();
}

export function holdsAny(context: EventContext, groups: readonly ConditionGroup[]): boolean {
  return groups.some((group) => group.every((condition) => holds(context, condition)));
}

function holds(context: EventContext, { path, is, isFilled, isNation, isAbsent, digits }: Condition): boolean {
  const steps = parsePath(path);
  if (isFilled === true) return (findText(context, path) ?? '').trim() !== '';
  if (isNation === true) return toNation(findText(context, path)?.slice(0, 60) ?? '', false) !== null;
  if (digits !== undefined) {
    return /^\d*/.exec(findText(context, path)?.slice(0, 60) ?? '')?.[0].length === digits;
  }
  const own = findValues(steps.isFromTop ? context.document : context.event, steps);
  const values = own.length > 0 ? own : context.aside.flatMap((branch) => findValues(branch, steps));
  if (isAbsent === true) return values.length === 0;
  if (is === undefined) return values.length > 0;
  const words = is.map(foldWord);
  return values.some((value) => typeof value === 'string' && value.length < 100 && words.includes(foldWord(value)));
}
