import type { AnnotatedTransit } from '@varco/contract/plant/transit-notes.ts';

/** Last note of a page on one plant; the next page follows it. */
export interface NoteCursor {
  readonly id: string;
  readonly at: string;
}

/** One page of a plant. `answer` undefined: it has not come yet, or failed. */
export interface NotesPage<P> {
  readonly plant: P;
  readonly after: NoteCursor | null;
  readonly answer: { readonly objects: readonly AnnotatedTransit[]; readonly altri: boolean } | undefined;
  readonly isFailed: boolean;
}

/** The notes of all plants as far as they are complete, and where the next pages begin. */
interface MergedNotes<P> {
  readonly rows: readonly (AnnotatedTransit & { readonly plant: P })[];
  /** Empty: there are no others. */
  readonly next: ReadonlyMap<P, NoteCursor>;
}

/**
 * Merges the pages of several plants, newest note first. A note older than what some plant has delivered so far waits:
 * that plant may have others before it, which would push themselves between rows already read.
 * @param pages of each plant in their order
 */
export function mergeNotes<P>(pages: readonly NotesPage<P>[]): MergedNotes<P> {
  const ends = new Map<P, { readonly cursor: NoteCursor | null; readonly state: 'more' | 'waiting' | 'end' }>();
  for (const { plant, after, answer, isFailed } of pages) {
    const last = answer?.objects.at(-1)?.nota;
    const cursor = last === undefined ? after : { id: last.id, at: last.data };
    // A page that failed is said to be missing and holds nothing up.
    const state = isFailed ? 'end' : answer === undefined ? 'waiting' : answer.altri ? 'more' : 'end';
    ends.set(plant, { cursor, state });
  }
  const open = [...ends].flatMap(([plant, { cursor, state }]) =>
    state === 'end' || cursor === null ? [] : [{ plant, cursor, state }],
  );
  const horizon = open.reduce((newest, { cursor }) => (cursor.at > newest ? cursor.at : newest), '');
  const rows = pages
    .flatMap(({ plant, answer }) => (answer?.objects ?? []).map((object) => ({ ...object, plant })))
    .filter(({ nota }) => nota.data >= horizon)
    .toSorted((a, b) => b.nota.data.localeCompare(a.nota.data) || b.nota.id.localeCompare(a.nota.id));
  // Only the plants that make the others wait are asked for more.
  const next = new Map(
    open.flatMap(({ plant, cursor, state }) =>
      state === 'more' && cursor.at === horizon ? [[plant, cursor] as const] : [],
    ),
  );
  return { rows, next };
}
