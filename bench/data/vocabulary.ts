/** Kinds of words that the plant stores as small numbers; the generator needs only these. */
export type WordKind = 'brand' | 'model' | 'colour' | 'class' | 'nation' | 'province';

/** Words with numbers from 1 in order of first use; 0 means "unknown". Italy is nation 1, as in the plant. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>();
  private readonly lists = new Map<WordKind, string[]>();

  constructor() {
    this.getNumber('nation', 'I');
  }

  getNumber(kind: WordKind, getWord: string): number {
    if (getWord === '') return 0;
    const key = `${kind}:${getWord}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const list = this.listWords(kind);
    list.push(getWord);
    this.numbers.set(key, list.length);
    return list.length;
  }

  getWord(kind: WordKind, number: number): string {
    return this.lists.get(kind)?.[number - 1] ?? '';
  }

  /** All words of a kind, number 1 first. */
  listWords(kind: WordKind): string[] {
    const list = this.lists.get(kind) ?? [];
    this.lists.set(kind, list);
    return list;
  }
}
