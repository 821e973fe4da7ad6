import type { ReadingChoice } from '@varco/imports/describe-file.ts';

/** Calls of the page to the reading thread. `id` connects responses to them. */
export type ReaderRequest = { readonly id: number } & (
  | { readonly call: 'open'; readonly file: File }
  | { readonly call: 'describe' | 'count' | 'begin'; readonly choice: ReadingChoice }
  | { readonly call: 'next' }
);

/** Why reading failed; `detail`: number of the line of a broken file. */
export interface ReadingFault {
  readonly code: 'brokenFile' | 'unreadable';
  readonly detail: string;
}

export type ReaderResponse = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly count: number }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly fault: ReadingFault }
);
