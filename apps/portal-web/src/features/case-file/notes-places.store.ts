import { create } from 'zustand';
import { useSession } from '../../lib/session/session-store.ts';
import type { NoteCursor } from './merge-notes.ts';
import type { NotesQuestion } from './notes-question.ts';

/** A question about notes and how far its answer was read: what Back returns to. */
export interface NotesPlace {
  readonly question: NotesQuestion;
  /** Where the further pages of each plant begin, by credential. */
  readonly pages: ReadonlyMap<string, readonly NoteCursor[]>;
}

/** Questions that Back can return to. */
const MAX_PLACES = 30;

/**
 * Places by the name that stands for them in the address, because a question may hold personal data. In memory only,
 * until the user changes.
 */
const useNotesPlaces = create<{ readonly places: ReadonlyMap<string, NotesPlace> }>(() => ({ places: new Map() }));

export const useNotesPlace = (name: string): NotesPlace | null =>
  useNotesPlaces(({ places }) => places.get(name) ?? null);

export function recordNotesPlace(name: string, place: NotesPlace): void {
  useNotesPlaces.setState(({ places }) => {
    const others = [...places].filter(([other]) => other !== name);
    return { places: new Map([...others.slice(-(MAX_PLACES - 1)), [name, place]]) };
  });
}

let last = 0;

/** A name that no place of this window has had, so that the address of a reloaded page finds none. */
export function createPlaceNumber(now: number): number {
  last = Math.max(last + 1, now);
  return last;
}

useSession.subscribe(({ user }, before) => {
  if (user?.uuid !== before.user?.uuid) useNotesPlaces.setState({ places: new Map() });
});
