import { countUse } from '@varco/contract/portal/analytics.ts';
import { searchSuspects, type SuspectPage } from '@varco/contract/plant/suspects.ts';
import { createStore, type StoreApi, useStore } from 'zustand';
import { isAbort } from '../../lib/api/api-error.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { recountSearches } from '../../lib/case/logged-searches.ts';
import { now } from '../../lib/clock.ts';
import { debounced } from '../../lib/debounced.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { sealedValue } from '../../lib/storage/sealed-value.ts';
import { bodyOf, newForm, rangeProblem, SuspectForm } from './suspect-form.ts';

/** T 4.8: delay between the click and the call. */
export const SEARCH_DEBOUNCE_MS = 300;

export interface SuspectState {
  readonly form: SuspectForm;
  readonly isRunning: boolean;
  /** The last result with its plant; null: no search yet, cancelled, or failed (T 8.1). */
  readonly result: { readonly peerId: number; readonly page: SuspectPage; readonly form: SuspectForm } | null;
  /** At least one search has ended. */
  readonly hasSearched: boolean;
}

/** Dependencies of a controller, replaced in tests. */
export interface SuspectPorts {
  readonly ask: (peerId: number, form: SuspectForm, signal: AbortSignal) => Promise<SuspectPage>;
  /** T 7.6: adds one to the search counter; not awaited. */
  readonly count: () => void;
  /** Updates the counter of the case bar after a search has ended. */
  readonly recount: () => void;
  readonly now: () => string;
}

const PORTS: SuspectPorts = {
  ask: (peerId, form, signal) => callPeer(peerId, searchSuspects, { body: bodyOf(form) }, { signal }),
  count: () => void callPortal(countUse, { body: { counts: { api_get_suspect: 1 } } }).catch(() => undefined),
  recount: recountSearches,
  now,
};

const places = new Map<string, SuspectPlace>();
const stored = sealedValue('suspect-form', SuspectForm);
const PAGE = 'page';

/** Controller of a tab or of the page, created on first use. */
export function suspectPlace(id: string): SuspectPlace {
  const known = places.get(id);
  if (known !== undefined) return known;
  const made = new SuspectPlace(PORTS, true);
  places.set(id, made);
  return made;
}

export const newPage = (): SuspectPlace => suspectPlace(PAGE);

/** State and actions of one suspects screen: the page or a tab. It lives on while another tab is shown. */
export class SuspectPlace {
  readonly store: StoreApi<SuspectState>;
  readonly #ports: SuspectPorts;
  readonly #isKept: boolean;
  readonly #later: { readonly ask: (peerId: number) => void; readonly cancel: () => void };
  #ending = new AbortController();

  constructor(ports: SuspectPorts, isKept: boolean) {
    this.#ports = ports;
    this.#isKept = isKept;
    this.store = createStore<SuspectState>(() => ({
      form: newForm(ports.now()),
      isRunning: false,
      result: null,
      hasSearched: false,
    }));
    this.#later = debounced((peerId: number) => void this.#ask(peerId), SEARCH_DEBOUNCE_MS);
    if (isKept) void stored.load().then((form) => form !== null && this.store.setState({ form }));
  }

  updateForm = (change: Partial<SuspectForm>): void => {
    const form = { ...this.store.getState().form, ...change };
    this.store.setState({ form });
    if (this.#isKept) stored.save(form);
  };

  /** SUS-15, SUS-16: does nothing if the range is invalid. */
  run = (peerId: number): void => {
    if (rangeProblem(this.store.getState().form, this.#ports.now()) !== null) return;
    this.#ending.abort();
    this.store.setState({ isRunning: true });
    this.#later.ask(peerId);
  };

  cancel = (): void => {
    this.#later.cancel();
    this.#ending.abort();
    this.store.setState({ isRunning: false });
  };

  async #ask(peerId: number): Promise<void> {
    const ending = new AbortController();
    this.#ending = ending;
    const { form } = this.store.getState();
    this.#ports.count();
    try {
      const page = await this.#ports.ask(peerId, form, ending.signal);
      if (ending.signal.aborted) return;
      this.store.setState({ isRunning: false, hasSearched: true, result: { peerId, page, form } });
    } catch (error) {
      if (ending.signal.aborted || isAbort(error)) return;
      // SUS-19, T 8.1: clears the results without a message.
      this.store.setState({ isRunning: false, hasSearched: false, result: null });
    } finally {
      this.#ports.recount();
    }
  }
}

/** Reads the state of a suspects screen. Named `use...` so that the React compiler treats it as a hook. */
export const useSuspects = <T>(controller: SuspectPlace, selector: (state: SuspectState) => T): T =>
  useStore(controller.store, selector);

/** Searches must not outlive the session of the person who made them. */
useSession.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  for (const controller of places.values()) controller.cancel();
  places.clear();
});
