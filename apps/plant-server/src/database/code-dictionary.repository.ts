import type { Runner } from './sql-statement.ts';

export type CodeKind =
  | 'brand'
  | 'model'
  | 'colour'
  | 'class'
  | 'nation'
  | 'province'
  | 'comune'
  | 'sives'
  | 'brand_model';

/** The value `undefined` of the closed lists means "not stated". */
export const normaliseWord = (value: string | undefined): string =>
  value === undefined || value === 'undefined' ? '' : value;

/**
 * Maximum number of codes per kind, so that a faulty or hostile camera cannot use up all numbers. Further words are
 * stored as "not stated" (code 0).
 */
const MAX_CODES = 30_000;

interface CodeRow {
  readonly kind: CodeKind;
  readonly code: number;
  readonly value: string;
}

/**
 * Maps the words of reads (brand, colour and so on) to numeric codes and back, cached in memory. Several processes may
 * add words at the same time: the table decides, and words missing here are looked up.
 */
export class CodeDictionary {
  private readonly runner: Runner;
  private readonly codes = new Map<string, number>();
  private readonly words = new Map<string, string>();

  constructor(runner: Runner) {
    this.runner = runner;
  }

  /** Reads the whole table (a few thousand rows). */
  async load(): Promise<void> {
    const rows = await this.runner.run<CodeRow>({
      name: 'codes',
      text: 'select kind, code, value from code_value',
      values: [],
    });
    for (const row of rows) this.cache(row);
  }

  /** Code of a known word; null when no row can have it. Case-sensitive. */
  find(kind: CodeKind, value: string): number | null {
    return this.codes.get(`${kind}:${value}`) ?? null;
  }

  /** Word of a code; empty when it is not cached (call `load` after a new code appears). */
  getWord(kind: CodeKind, code: number): string {
    return this.words.get(`${kind}:${code}`) ?? '';
  }

  /** Codes of the cached words of a kind that pass a test; never code 0 ("not stated"). */
  findCodes(kind: CodeKind, test: (getWord: string) => boolean): readonly number[] {
    const prefix = `${kind}:`;
    return [...this.words].flatMap(([key, getWord]) =>
      getWord !== '' && key.startsWith(prefix) && test(getWord) ? [Number(key.slice(prefix.length))] : [],
    );
  }

  /** Looks up words that are not cached, because another process may have added them. At most one statement. */
  async loadWords(words: readonly (readonly [CodeKind, string])[]): Promise<void> {
    const unknown = words.filter(([kind, value]) => !this.codes.has(`${kind}:${value}`));
    if (unknown.length === 0) return;
    const rows = await this.runner.run<CodeRow>({
      name: 'know-words',
      text: `select c.kind, c.code, c.value from code_value as c
        join unnest($1::text[], $2::text[]) as w(kind, value) on c.kind = w.kind and c.value = w.value`,
      values: [unknown.map(([kind]) => kind), unknown.map(([, value]) => value)],
    });
    for (const row of rows) this.cache(row);
  }

  has(kind: CodeKind, code: number): boolean {
    return this.words.has(`${kind}:${code}`);
  }

  /** Makes sure that each word has a code. */
  async ensureCodes(words: Iterable<readonly [CodeKind, string]>): Promise<void> {
    for (const [kind, value] of words) {
      if (value === '' || this.codes.has(`${kind}:${value}`)) continue;
      await this.addWord(kind, value);
    }
  }

  private async addWord(kind: CodeKind, value: string): Promise<void> {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await this.runner.run({
        text: `insert into code_value (kind, code, value)
          select $1::text, max(code) + 1, $2::text from code_value where kind = $1 having max(code) < ${MAX_CODES} on conflict do nothing`,
        values: [kind, value],
      });
      const [row] = await this.runner.run<CodeRow>({
        text: `select kind, code, value from code_value where kind = $1 and value = $2
          union all select kind, 0, $2 from code_value where kind = $1 and code >= ${MAX_CODES} limit 1`,
        values: [kind, value],
      });
      if (row !== undefined) {
        this.cache(row);
        return;
      }
    }
    throw new Error('no number could be given to a word of a read');
  }

  private cache(row: CodeRow): void {
    this.codes.set(`${row.kind}:${row.value}`, row.code);
    if (row.code !== 0) this.words.set(`${row.kind}:${row.code}`, row.value);
    else this.words.set(`${row.kind}:0`, '');
  }
}
