import { DecodeError, LIMITS } from '../decode/limits.ts';
import { type Branch, type Field, isBranch, ITEMS, TEXT, type TreeValue } from '../decode/tree.ts';
import { type EventContext, flattenLists, parsePath, type Step } from './find.ts';

/** A value at the end of a path, and the nodes down to the last one, each with only what leads to this value. */
interface Line {
  readonly nodes: readonly Branch[];
  readonly end: TreeValue;
}
/** A value of a node through which a path goes. */
interface Way {
  readonly key: string;
  readonly field: Field;
  readonly value: TreeValue;
}
/** What texts at the end of a path are: nothing, one value however many there are, or each a value. */
type Texts = 'none' | 'one' | 'each';

const MAX_LINES = LIMITS.reads + 1;

/** How a path is followed, and how many fields may still be copied for it. */
interface Search {
  readonly texts: Texts;
  copies: number;
}
const startSearch = (texts: Texts): Search => ({ texts, copies: LIMITS.copies });

function findWays({ fields }: Branch, { name, index }: Step, isLast: boolean, { texts }: Search): readonly Way[] {
  const keys = name === '*' ? [...fields.keys()] : [fields.has(name) ? name : `@${name}`];
  return keys.flatMap((key) => {
    const field = fields.get(key);
    if (field === undefined) return [];
    const values = name === ITEMS ? field.values : flattenLists(field.values);
    const picked = index === null ? values.slice(0, MAX_LINES) : values.slice(index, index + 1);
    const nodes = picked.filter((value) => isBranch(value));
    const ends = isLast && texts !== 'none' ? new Set(picked.filter((value) => !isBranch(value))) : [];
    return [...nodes, ...(texts === 'one' ? [...ends].slice(0, 1) : ends)].map((value) => ({ key, field, value }));
  });
}

/**
 * A node with one of the ways through it, so that every other path finds what belongs to that one. What no way goes through
 * stays, but for its neighbours in a list.
 */
function keepOne(
  node: Branch,
  { ways, index }: { readonly ways: readonly Way[]; readonly index: number | null },
  { key, field, value }: Way,
  put: TreeValue,
  search: Search,
): Branch {
  const isOnly = ways.length === 1;
  if (isOnly && put === value && field.values[0] === value) return node;
  search.copies -= node.fields.size + ways.length;
  if (search.copies < 0) throw new DecodeError('limit_exceeded', 'too many fields around a list');
  const fields = new Map(node.fields);
  for (const way of ways) if (way.key !== key) fields.delete(way.key);
  // With one way, what else is in the list may say more of it, after its own.
  const others = isOnly ? field.values.filter((one) => one !== value) : [];
  const values = index === null ? [put, ...others] : field.values.map((one) => (one === value ? put : one));
  return { fields: fields.set(key, { name: field.name, values }) };
}

function findLines(node: Branch, steps: readonly Step[], search: Search): readonly Line[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [{ nodes: [], end: node }];
  const found: { readonly way: Way; readonly below: readonly Line[] }[] = [];
  let count = 0;
  for (const way of findWays(node, step, rest.length === 0, search)) {
    if (count >= MAX_LINES) break;
    const below = isBranch(way.value) ? findLines(way.value, rest, search) : [{ nodes: [], end: way.value }];
    if (below.length > 0) found.push({ way, below });
    count += below.length;
  }
  const ways = found.map(({ way }) => way);
  return found.flatMap(({ way, below }) =>
    below.map(({ nodes, end }) => ({
      nodes: [keepOne(node, { ways, index: step.index }, way, nodes[0] ?? end, search), ...nodes],
      end,
    })),
  );
}

/**
 * The nodes of the reads of a document, each in the document as if it were the only one: what is looked up from the top, or
 * around it, is its own and not that of the first.
 * @param areTexts texts at the path are reads too
 */
export function findEventContexts(
  { document, aside }: Pick<EventContext, 'document' | 'aside'>,
  path: string,
  areTexts: boolean,
): readonly EventContext[] {
  return findLines(document, parsePath(path).steps, startSearch(areTexts ? 'each' : 'none'))
    .slice(0, MAX_LINES)
    .flatMap(({ nodes, end }) => {
      const [top] = nodes;
      const event = isBranch(end) ? end : { fields: new Map([[TEXT, { name: TEXT, values: [end] }]]) };
      return flattenLists([event])
        .filter((one) => isBranch(one))
        .map((one) => ({ event: one, document: top ?? one, aside, around: nodes.toReversed() }));
    });
}

/**
 * One event for each of several plates of an event: a list of plates in an event of a list. The event itself where it has one
 * or none.
 * @param paths of plates, or of the nodes that hold one each; the first with a value counts
 * @param texts whether texts in one field are plates of their own, or ways to read one
 */
export function splitPlates(
  context: EventContext,
  paths: readonly string[],
  texts: Exclude<Texts, 'none'>,
): readonly EventContext[] {
  for (const path of paths) {
    const { steps, isFromTop } = parsePath(path);
    const lines = isFromTop || steps.length === 0 ? [] : findLines(context.event, steps, startSearch(texts));
    const filled = lines.filter(({ end }) => end !== '');
    if (filled.length === 0) continue;
    const events = (texts === 'one' ? filled : lines).flatMap(({ nodes: [event] }) => event ?? []);
    if (events.length < 2) return [context];
    const isWhole = context.document === context.event;
    return events.map((event) => ({ ...context, event, document: isWhole ? event : context.document }));
  }
  return [context];
}
