import { NoteTag } from '@varco/contract/plant/transit-detail.ts';

/** A typed tag as plants store it: lower case, single spaces. Null: empty, or with characters a tag cannot have. */
export function normaliseTag(text: string): string | null {
  const tag = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return NoteTag.safeParse(tag).success ? tag : null;
}
