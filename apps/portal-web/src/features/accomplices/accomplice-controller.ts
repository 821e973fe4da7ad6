import { searchAccomplices } from '@varco/contract/plant/accomplices.ts';
import { createStore, type StoreApi, useStore } from 'zustand';
import { ApiError, isAbort } from '../../lib/api/api-error.ts';
import { invalidateSearchCount } from '../../lib/case/logged-searches.ts';
import { elapsedMs, now } from '../../lib/clock.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';
import { AccompliceForm, buildSearchBody, canSearchAccomplices, EMPTY_ACCOMPLICE_FORM } from './accomplice-form.ts';
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

/** What is shown of a result. */
export interface AccompliceView {
  /** Plate of the current row. */
  readonly current: string | null;
  /** Plate whose passages and explanation are open. */
  readonly opened: string | null;
  /** Vehicles with a single passage are listed too. */
  readonly showsSingles: boolean;
}

const FIRST_VIEW: AccompliceView = { current: null, opened: null, showsSingles: false };

export interface AccompliceState {
  readonly form: AccompliceForm;
  /** Null: no search was started yet. */
  readonly search: AccompliceSearch | null;
  readonly view: AccompliceView;
}

const controllers = new Map<string, AccompliceController>();
const storedForm = createSealedValue('accomplice-form', AccompliceForm);
export const PAGE_ID = 'page';

/** Controller of a tab or of the page, created on first use. @param first initial values of the form */
export function getAccompliceController(id: string, first: AccompliceForm): AccompliceController {
  const known = controllers.get(id);
  if (known !== undefined) return known;
  const made = new AccompliceController(first, id === PAGE_ID);
  controllers.set(id, made);
  return made;
}

export const getPageController = (): AccompliceController => getAccompliceController(PAGE_ID, EMPTY_ACCOMPLICE_FORM);

/** State and actions of one accomplice screen: the page or a tab. It lives on while another tab is shown. */
export class AccompliceController {
  readonly store: StoreApi<AccompliceState>;
  readonly #isPersisted: boolean;
  #abort = new AbortController();

  constructor(first: AccompliceForm, isStored: boolean) {
    this.store = createStore<AccompliceState>(() => ({ form: first, search: null, view: FIRST_VIEW }));
    this.#isPersisted = isStored;
    if (isStored) void storedForm.load().then((form) => form !== null && this.store.setState({ form }));
  }

  updateForm = (change: Partial<AccompliceForm>): void => {
    const form = { ...this.store.getState().form, ...change };
    this.store.setState({ form });
    if (this.#isPersisted) storedForm.save(form);
  };

  updateView = (change: Partial<AccompliceView>): void =>
    this.store.setState(({ view }) => ({ view: { ...view, ...change } }));

  /** Starts a search on these plants and cancels the previous one. */
  run = (peerIds: readonly number[]): void => {
    const { form } = this.store.getState();
    if (!canSearchAccomplices(form) || peerIds.length === 0) return;
    this.#abort.abort();
    const ending = new AbortController();
    this.#abort = ending;
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
      view: FIRST_VIEW,
    });
    const requested = peerIds.map((peerId) => this.#searchPlant(form, peerId, ending.signal));
    void Promise.allSettled(requested).then(() => {
      invalidateSearchCount();
      if (ending.signal.aborted) return;
      this.#updateSearch((search) => ({ ...search, isRunning: false, tookMs: elapsedMs() - started }));
    });
  };

  /** ACC-17: repeats the search on all its plants. */
  retry = (): void => {
    const { search } = this.store.getState();
    if (search !== null) this.run([...search.plants.keys()]);
  };

  /** Aborts the calls, upon which the plants stop their queries. */
  cancel = (): void => {
    this.#abort.abort();
    this.#updateSearch((search) => ({
      ...search,
      isRunning: false,
      plants: new Map([...search.plants].map(([peerId, state]) => [peerId, state === 'asking' ? 'failed' : state])),
    }));
  };

  #updateSearch(change: (search: AccompliceSearch) => AccompliceSearch): void {
    this.store.setState(({ search }) => (search === null ? {} : { search: change(search) }));
  }

  async #searchPlant(form: AccompliceForm, peerId: number, signal: AbortSignal): Promise<void> {
    const end = (state: PlantState, answer: PlantAnswer | null): void =>
      this.#updateSearch((search) => ({
        ...search,
        plants: new Map([...search.plants, [peerId, state]]),
        answers: answer === null ? search.answers : [...search.answers, answer],
      }));
    try {
      const answer = await callPeer(peerId, searchAccomplices, { body: buildSearchBody(form, peerId) }, { signal });
      if (!signal.aborted) end('answered', { peerId, answer });
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      // T 8.1: a failed call only ends the spinner. The completeness line reports that the plant is missing.
      end(error instanceof ApiError && error.code === 'not_found' ? 'absent' : 'failed', null);
    }
  }
}

/** Reads the state of an accomplice screen. Named `use...` so that the React compiler treats it as a hook. */
export const useAccomplices = <T>(controller: AccompliceController, selector: (state: AccompliceState) => T): T =>
  useStore(controller.store, selector);

/** Searches must not outlive the session of the person who made them. */
useSession.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  for (const controller of controllers.values()) controller.cancel();
  controllers.clear();
});
