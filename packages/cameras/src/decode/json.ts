import { DecodeError, LIMITS } from './limits.ts';
import { ITEMS, type Branch, type TreeBuilder, type TreeValue } from './tree.ts';

export interface JsonDocuments {
  readonly documents: readonly Branch[];
  /** Something was not as it should be: a missing comma or bracket, a text without quotes. */
  readonly isRepaired: boolean;
}

const BARE_END = /[\s,:{}[\]"']/g;
/** What a bare value behind a quoted name may be: up to a sign of structure, a quote or the end of the line. */
const BARE_VALUE = /[^,{}[\]"'\r\n]*/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Objects and lists of a JSON text, one after another as some cameras send them. Reads what cameras break: missing or
 * additional commas, missing closing brackets, bare or single-quoted texts, control characters in texts. A text that
 * ends inside a value was cut off.
 * @throws DecodeError
 */
export function parseJson(text: string, builder: TreeBuilder): JsonDocuments {
  const reader = new JsonReader(text, builder);
  const documents: Branch[] = [];
  for (let value = reader.readRoot(); value !== null; value = reader.readRoot()) {
    if (documents.length >= LIMITS.documents) throw new DecodeError('limit_exceeded', 'too many JSON documents');
    documents.push(value);
  }
  if (documents.length === 0) throw new DecodeError('body_unreadable', 'no JSON object or list');
  return { documents, isRepaired: reader.isRepaired };
}

class JsonReader {
  isRepaired = false;
  private at = 0;
  private readonly text: string;
  private readonly builder: TreeBuilder;

  constructor(text: string, builder: TreeBuilder) {
    this.text = text;
    this.builder = builder;
  }

  /** The next object or list; null at the end, or at something else after the first. */
  readRoot(): Branch | null {
    this.skip(', ;');
    const first = this.text[this.at];
    if (first === '{') return this.readObject(1);
    if (first === '[') {
      const list = this.builder.createBranch();
      this.readList(list, ITEMS, 1);
      return list;
    }
    if (first !== undefined) this.isRepaired = true;
    return null;
  }

  private readObject(depth: number): Branch {
    this.checkDepth(depth);
    this.at += 1;
    const branch = this.builder.createBranch();
    for (;;) {
      this.skip(',');
      const next = this.text[this.at];
      if (next === undefined) return this.leaveUnclosed(branch);
      if (next === '}') {
        this.at += 1;
        return branch;
      }
      if (next === ']') return this.leaveUnclosed(branch);
      const isQuoted = next === '"';
      const name = this.readText();
      this.skip('');
      if (this.text[this.at] !== ':') {
        if (this.at >= this.text.length) throw new DecodeError('body_truncated', 'JSON ends after a name');
        throw new DecodeError('body_unreadable', 'JSON name without a value');
      }
      this.at += 1;
      this.skip('');
      if (this.text[this.at] === '[') this.readList(branch, name, depth + 1);
      else this.builder.add(branch, name, (isQuoted ? this.readBareValue() : null) ?? this.readValue(depth + 1));
    }
  }

  /**
   * A value of several words or with colons that lacks its quotes, as templates are filled in: `"camera": North gate,`. Where the next
   * name has its quotes, nothing else can be meant. Null: the value is of another kind.
   */
  private readBareValue(): string | null {
    BARE_VALUE.lastIndex = this.at;
    const text = BARE_VALUE.exec(this.text)?.[0] ?? '';
    const next = this.text[this.at + text.length];
    const word = text.trim();
    if (next === undefined || next === '"' || next === "'" || next === '{' || next === '[') return null;
    if (!/[\s:]/.test(word)) return null;
    this.at += text.length;
    this.isRepaired = true;
    return word;
  }

  /** Adds the values of a list to a field; a list within a list becomes a branch of its own. */
  private readList(branch: Branch, name: string, depth: number): void {
    this.checkDepth(depth);
    this.at += 1;
    this.builder.addEmpty(branch, name);
    for (;;) {
      this.skip(',');
      const next = this.text[this.at];
      if (next === undefined || next === '}') {
        this.isRepaired = true;
        return;
      }
      if (next === ']') {
        this.at += 1;
        return;
      }
      if (next === ':') throw new DecodeError('body_unreadable', 'JSON list with a name');
      this.builder.add(branch, name, this.readValue(depth + 1));
    }
  }

  private readValue(depth: number): TreeValue {
    const first = this.text[this.at];
    if (first === '{') return this.readObject(depth);
    if (first === '[') {
      const list = this.builder.createBranch();
      this.readList(list, ITEMS, depth);
      return list;
    }
    if (first === ',' || first === '}' || first === ']') {
      this.isRepaired = true;
      return '';
    }
    return this.readText();
  }

  /** A quoted text, or the characters up to the next sign. `null` is an empty text: the field is there without a value. */
  private readText(): string {
    const quote = this.text[this.at];
    if (quote === '"' || quote === "'") return this.readQuoted(quote);
    BARE_END.lastIndex = this.at;
    const end = BARE_END.exec(this.text)?.index;
    if (end === undefined) throw new DecodeError('body_truncated', 'JSON ends inside a value');
    if (end === this.at) throw new DecodeError('body_unreadable', 'JSON value missing');
    const word = this.text.slice(this.at, end);
    this.at = end;
    if (word === 'null') return '';
    if (!/^(?:true|false|-?\d)/.test(word)) this.isRepaired = true;
    return word;
  }

  private readQuoted(quote: string): string {
    if (quote === "'") this.isRepaired = true;
    const from = this.at + 1;
    for (let end = this.text.indexOf(quote, from); end >= 0; end = this.text.indexOf(quote, end + 1)) {
      let slashes = 0;
      while (this.text.charCodeAt(end - 1 - slashes) === 0x5c && end - 1 - slashes >= from) slashes += 1;
      if (slashes % 2 === 1) continue;
      this.at = end + 1;
      return unescape(this.text.slice(from, end));
    }
    throw new DecodeError('body_truncated', 'JSON ends inside a text');
  }

  private skip(also: string): void {
    for (; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code > 0x20 && code !== 0xfe_ff && !also.includes(this.text.charAt(this.at))) return;
    }
  }

  private checkDepth(depth: number): void {
    if (depth > LIMITS.depth) throw new DecodeError('limit_exceeded', 'JSON is nested too deep');
  }

  private leaveUnclosed(branch: Branch): Branch {
    this.isRepaired = true;
    return branch;
  }
}

function unescape(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(/\\(?:u([\dA-Fa-f]{4})|([^]))/g, (_all, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (ESCAPES[sign ?? ''] ?? sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
