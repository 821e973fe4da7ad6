import { searchAccomplices } from '@varco/contract/plant/accomplices.ts';
import { createStore, type StoreApi, useStore } from 'zustand';
import { ApiError, isAbort } from '../../lib/api/api-error.ts';
import { recountSearches } from '../../lib/case/logged-searches.ts';
import { elapsedMs, now } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { sealedValue } from '../../lib/storage/sealed-value.ts';
import { AccompliceForm, bodyFor, canSearch, EMPTY_FORM } from './accomplice-form.ts';
import type { PlantAnswer } from './merged-candidates.ts';

/** State of one plant in a search. `absent`: the plate never passed there. */
export type PlantState = 'asking' | 'answered' | 'absent' | 'failed';

/** One search for accomplices, over several plants. */
export interface AccompliceSearch {
  readonly form: AccompliceForm;
  readonly plants: ReadonlyMap<number, PlantState>;
  readonly answers: readonly PlantAnswer[];
  readonly isRunning: boolean;
  readonly startedAt: string;
  readonly tookMs: number | null;
}

export interface AccompliceState {
  readonly form: AccompliceForm;
  /** Null: no search was started yet. */
  readonly search: AccompliceSearch | null;
}

const places = new Map<string, AccomplicePlace>();
const stored = sealedValue('accomplice-form', AccompliceForm);
export const PAGE = 'page';

/** Controller of a tab or of the page, created on first use. @param first initial values of the form */
export function accomplicePlace(id: string, first: AccompliceForm): AccomplicePlace {
  const known = places.get(id);
  if (known !== undefined) return known;
  const made = new AccomplicePlace(first, id === PAGE);
  places.set(id, made);
  return made;
}

export const newPage = (): AccomplicePlace => accomplicePlace(PAGE, EMPTY_FORM);

/** State and actions of one accomplice screen: the page or a tab. It lives on while another tab is shown. */
export class AccomplicePlace {
  readonly store: StoreApi<AccompliceState>;
  readonly #isKept: boolean;
  #ending = new AbortController();

  constructor(first: AccompliceForm, isKept: boolean) {
    this.store = createStore<AccompliceState>(() => ({ form: first, search: null }));
    this.#isKept = isKept;
    if (isKept) void stored.load().then((form) => form !== null && this.store.setState({ form }));
  }

  updateForm = (change: Partial<AccompliceForm>): void => {
    const form = { ...this.store.getState().form, ...change };
    this.store.setState({ form });
    if (this.#isKept) stored.save(form);
  };

  /** Starts a search on these plants and cancels the previous one. */
  run = (peerIds: readonly number[]): void => {
    const { form } = this.store.getState();
    if (!canSearch(form) || peerIds.length === 0) return;
    this.#ending.abort();
    const ending = new AbortController();
    this.#ending = ending;
    const started = elapsedMs();
    this.store.setState({
      search: {
        form,
        plants: new Map(peerIds.map((peerId) => [peerId, 'asking'])),
        answers: [],
        isRunning: true,
        startedAt: now(),
        tookMs: null,
      },
    });
    const asked = peerIds.map((peerId) => this.#ask(form, peerId, ending.signal));
    void Promise.allSettled(asked).then(() => {
      recountSearches();
      if (ending.signal.aborted) return;
      this.#change((search) => ({ ...search, isRunning: false, tookMs: elapsedMs() - started }));
    });
  };

  /** ACC-17: repeats the search on all its plants. */
  again = (): void => {
    const { search } = this.store.getState();
    if (search !== null) this.run([...search.plants.keys()]);
  };

  /** Aborts the calls, upon which the plants stop their queries. */
  cancel = (): void => {
    this.#ending.abort();
    this.#change((search) => ({
      ...search,
      isRunning: false,
      plants: new Map([...search.plants].map(([peerId, state]) => [peerId, state === 'asking' ? 'failed' : state])),
    }));
  };

  #change(change: (search: AccompliceSearch) => AccompliceSearch): void {
    this.store.setState(({ search }) => (search === null ? {} : { search: change(search) }));
  }

  async #ask(form: AccompliceForm, peerId: number, signal: AbortSignal): Promise<void> {
    const end = (state: PlantState, answer: PlantAnswer | null): void =>
      this.#change((search) => ({
        ...search,
        plants: new Map([...search.plants, [peerId, state]]),
        answers: answer === null ? search.answers : [...search.answers, answer],
      }));
    try {
      const answer = await callPeer(peerId, searchAccomplices, { body: bodyFor(form, peerId) }, { signal });
      if (!signal.aborted) end('answered', { peerId, answer });
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      // T 8.1: a failed call only ends the spinner. The completeness line reports that the plant is missing.
      end(error instanceof ApiError && error.code === 'not_found' ? 'absent' : 'failed', null);
    }
  }
}

/** Reads the state of an accomplice screen. Named `use...` so that the React compiler treats it as a hook. */
export const useAccomplices = <T>(controller: AccomplicePlace, selector: (state: AccompliceState) => T): T =>
  useStore(controller.store, selector);

/** Searches must not outlive the session of the person who made them. */
useSession.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  for (const controller of places.values()) controller.cancel();
  places.clear();
});
