import { detectPictureType, readPictureText } from '../decode/pictures.ts';
import { isBranch, TEXT, type Branch } from '../decode/tree.ts';

export interface DescribedField {
  readonly path: string;
  readonly value: string;
}
const MAX_FIELDS = 500;
const VALUE_LENGTH = 200;

/** Fields of trees as paths that descriptions and mappings may use, and their values. */
export function describeTrees(trees: readonly Branch[]): readonly DescribedField[] {
  const fields: DescribedField[] = [];
  for (const tree of trees) describe(tree, '', fields);
  return fields;
}

function describe(branch: Branch, prefix: string, into: DescribedField[]): void {
  for (const { name, values } of branch.fields.values()) {
    const plain = name.slice(name.lastIndexOf(':') + 1).replace(/^@/, '');
    for (const [index, value] of values.entries()) {
      if (into.length >= MAX_FIELDS) return;
      const step = values.length > 1 ? `${plain}[${index}]` : plain;
      const path = name === TEXT ? prefix : prefix === '' ? step : `${prefix}.${step}`;
      if (isBranch(value)) describe(value, path, into);
      else into.push({ path, value: showValue(value) });
    }
  }
}

function showValue(text: string): string {
  if (text.length > 500) {
    const picture = readPictureText(text);
    if (typeof picture !== 'string' && detectPictureType(picture.bytes) !== null) {
      return `[${picture.type}, ${picture.bytes.length} bytes]`;
    }
  }
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH - 1)}…` : text;
}
