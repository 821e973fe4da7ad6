/** Kinds of words that the plant stores as small numbers; the generator needs only these. */
export type WordKind = 'brand' | 'model' | 'colour' | 'class' | 'nation' | 'province';

/** Words with numbers from 1 in order of first use; 0 means "unknown". Italy is nation 1, as in the plant. */
export class Words {
  private readonly numbers = new Map<string, number>();
  private readonly lists = new Map<WordKind, string[]>();

  constructor() {
    this.of('nation', 'I');
  }

  of(kind: WordKind, word: string): number {
    if (word === '') return 0;
    const key = `${kind}:${word}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const list = this.listOf(kind);
    list.push(word);
    this.numbers.set(key, list.length);
    return list.length;
  }

  word(kind: WordKind, number: number): string {
    return this.lists.get(kind)?.[number - 1] ?? '';
  }

  /** All words of a kind, number 1 first. */
  listOf(kind: WordKind): string[] {
    const list = this.lists.get(kind) ?? [];
    this.lists.set(kind, list);
    return list;
  }
}
