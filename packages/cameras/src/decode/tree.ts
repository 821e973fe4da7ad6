import { DecodeError, LIMITS } from './limits.ts';

/**
 * The neutral form of every body. Names are kept in maps, never as properties, so that no name of a message can reach a
 * prototype; all scalars are text, because numbers of cameras can exceed what a number holds.
 */
export interface Branch {
  /** By folded name. */
  readonly fields: Map<string, Field>;
}
export interface Field {
  /** As sent. */
  readonly name: string;
  /** One value, or all values of a repeated element or a list. */
  readonly values: TreeValue[];
}
export type TreeValue = string | Branch;

/** Name of the text of an element that has attributes or children. */
export const TEXT = '#text';
/** Name of a long comment in an element: some programs write the picture there. */
export const COMMENT = '#comment';
/** Name of the values of a list that is not a field of anything. */
export const ITEMS = '[]';

/** Names are compared without case and without namespace prefix; `@` marks an attribute. */
export const foldName = (name: string): string => {
  const from = name.lastIndexOf(':') + 1;
  const folded = name.slice(from).toLowerCase();
  return from > 0 && name.startsWith('@') ? `@${folded}` : folded;
};

/** Builds trees of one message and counts their values. */
export class TreeBuilder {
  private nodes = 0;

  createBranch(): Branch {
    this.count();
    return { fields: new Map() };
  }

  /** Adds a value; a name that is already there becomes a list. */
  add(branch: Branch, name: string, value: TreeValue): void {
    this.count();
    if (name.length > LIMITS.nameLength) throw new DecodeError('limit_exceeded', 'a name is too long');
    const folded = foldName(name);
    const known = branch.fields.get(folded);
    if (known === undefined) branch.fields.set(folded, { name, values: [value] });
    else known.values.push(value);
    if (typeof value !== 'string') this.addNamed(branch, value);
  }

  /**
   * An entry such as `{"Key": "Lane", "Value": "2"}`, `<Item Name="Lane" Value="2"/>` or `<Item Name="Lane">2</Item>` is also the
   * field Lane beside it; some call the name a description.
   */
  private addNamed(parent: Branch, { fields }: Branch): void {
    const textOf = (names: readonly string[]): string | undefined => {
      const value = names.map((name) => fields.get(name)?.values[0]).find((one) => one !== undefined);
      return typeof value === 'string' ? value : undefined;
    };
    const [name, value] = [textOf(['key', '@key', 'name', '@name', 'description']), textOf(['value', '@value', TEXT])];
    if (name === undefined || value === undefined || !/^[\w][\w .-]{0,80}$/.test(name)) return;
    this.add(parent, name, value);
  }

  /** A field without values, for an empty list. */
  addEmpty(branch: Branch, name: string): void {
    this.count();
    if (name.length <= LIMITS.nameLength && !branch.fields.has(foldName(name))) {
      branch.fields.set(foldName(name), { name, values: [] });
    }
  }

  private count(): void {
    this.nodes += 1;
    if (this.nodes > LIMITS.nodes) throw new DecodeError('limit_exceeded', 'too many values');
  }
}

export const isBranch = (value: TreeValue | undefined): value is Branch => typeof value === 'object';
