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

/** T 4.8: between the press and the call. */
export const SEARCH_DEBOUNCE_MS = 300;

export interface SuspectState {
  readonly form: SuspectForm;
  readonly isRunning: boolean;
  /** The last answer with the plant it came from; null: nothing searched, given up, or failed (T 8.1). */
  readonly found: { readonly peerId: number; readonly page: SuspectPage; readonly form: SuspectForm } | null;
  /** At least one search has ended. */
  readonly hasSearched: boolean;
}

/** What a place asks of the world; the tests bring their own. */
export interface SuspectPorts {
  readonly ask: (peerId: number, form: SuspectForm, signal: AbortSignal) => Promise<SuspectPage>;
  /** T 7.6: each search adds one to the counter; nobody waits for it. */
  readonly count: () => void;
  /** The case bar counts a search as soon as it has ended. */
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

/** The place of a tab or of the page, made when it is first looked at. */
export function suspectPlace(id: string): SuspectPlace {
  const known = places.get(id);
  if (known !== undefined) return known;
  const made = new SuspectPlace(PORTS, true);
  places.set(id, made);
  return made;
}

export const newPage = (): SuspectPlace => suspectPlace(PAGE);

/** One screen of suspects: the page, or a tab. It lives on while another tab is looked at. */
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
      found: null,
      hasSearched: false,
    }));
    this.#later = debounced((peerId: number) => void this.#ask(peerId), SEARCH_DEBOUNCE_MS);
    if (isKept) void stored.load().then((form) => form !== null && this.store.setState({ form }));
  }

  set = (change: Partial<SuspectForm>): void => {
    const form = { ...this.store.getState().form, ...change };
    this.store.setState({ form });
    if (this.#isKept) stored.save(form);
  };

  /** SUS-15, SUS-16: nothing is asked of a range that cannot be searched. */
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
      this.store.setState({ isRunning: false, hasSearched: true, found: { peerId, page, form } });
    } catch (error) {
      if (ending.signal.aborted || isAbort(error)) return;
      // SUS-19, T 8.1: the results are cleared without a word.
      this.store.setState({ isRunning: false, hasSearched: false, found: null });
    } finally {
      this.#ports.recount();
    }
  }
}

/** What a screen of suspects shows now. A function with a hook's name: the compiler must know it for one. */
export const useSuspects = <T>(place: SuspectPlace, selector: (state: SuspectState) => T): T =>
  useStore(place.store, selector);

/** What a person searched is gone with the session. */
useSession.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  for (const place of places.values()) place.cancel();
  places.clear();
});
