import { countUse } from '@varco/contract/portal/analytics.ts';
import { searchSuspects, type SuspectPage } from '@varco/contract/plant/suspects.ts';
import { createStore, type StoreApi, useStore } from 'zustand';
import { isAbort } from '../../lib/api/api-error.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { invalidateSearchCount } from '../../lib/case/logged-searches.ts';
import { now } from '../../lib/clock.ts';
import { debounce } from '../../lib/debounce.ts';
import type { PlantFault } from '../../lib/plants/plant-faults.ts';
import { callPeer } from '../../lib/plants/plant-sessions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';
import { buildSuspectBody, createSuspectForm, findRangeProblem, SuspectForm } from './suspect-form.ts';

/** T 4.8: delay between the click and the call. */
export const SEARCH_DEBOUNCE_MS = 300;

export interface SuspectState {
  readonly form: SuspectForm;
  readonly isRunning: boolean;
  /** The last result with its plant; null: no search yet, cancelled, or failed (T 8.1). */
  readonly result: { readonly peerId: number; readonly page: SuspectPage; readonly form: SuspectForm } | null;
  /** Why the last search gave nothing; null: it gave a result, or there was none yet. */
  readonly failure: PlantFault | null;
}

/** A result with the plant that gave it. */
export type SuspectResult = NonNullable<SuspectState['result']>;

/** Dependencies of a controller, replaced in tests. */
export interface SuspectPorts {
  readonly search: (peerId: number, form: SuspectForm, signal: AbortSignal) => Promise<SuspectPage>;
  /** T 7.6: adds one to the search counter; not awaited. */
  readonly incrementCounter: () => void;
  /** Updates the counter of the case bar after a search has ended. */
  readonly refreshCaseCount: () => void;
  readonly now: () => string;
}

const PORTS: SuspectPorts = {
  search: (peerId, form, signal) => callPeer(peerId, searchSuspects, { body: buildSuspectBody(form) }, { signal }),
  incrementCounter: () =>
    void callPortal(countUse, { body: { counts: { api_get_suspect: 1 } } }).catch(() => undefined),
  refreshCaseCount: invalidateSearchCount,
  now,
};

const controllers = new Map<string, SuspectController>();
const storedForm = createSealedValue('suspect-form', SuspectForm);
const PAGE_ID = 'page';

/** Controller of a tab or of the page, created on first use. */
export function getSuspectController(id: string): SuspectController {
  const known = controllers.get(id);
  if (known !== undefined) return known;
  const made = new SuspectController(PORTS, true);
  controllers.set(id, made);
  return made;
}

export const getPageController = (): SuspectController => getSuspectController(PAGE_ID);

/** State and actions of one suspects screen: the page or a tab. It lives on while another tab is shown. */
export class SuspectController {
  readonly store: StoreApi<SuspectState>;
  readonly #ports: SuspectPorts;
  readonly #isPersisted: boolean;
  readonly #debounced: { readonly ask: (peerId: number) => void; readonly cancel: () => void };
  #abort = new AbortController();

  constructor(ports: SuspectPorts, isStored: boolean) {
    this.#ports = ports;
    this.#isPersisted = isStored;
    this.store = createStore<SuspectState>(() => ({
      form: createSuspectForm(ports.now()),
      isRunning: false,
      result: null,
      failure: null,
    }));
    this.#debounced = debounce((peerId: number) => void this.#search(peerId), SEARCH_DEBOUNCE_MS);
    if (isStored) void storedForm.load().then((form) => form !== null && this.store.setState({ form }));
  }

  updateForm = (change: Partial<SuspectForm>): void => {
    const form = { ...this.store.getState().form, ...change };
    this.store.setState({ form });
    if (this.#isPersisted) storedForm.save(form);
  };

  /** SUS-15, SUS-16: does nothing if the range is invalid. */
  run = (peerId: number): void => {
    if (findRangeProblem(this.store.getState().form, this.#ports.now()) !== null) return;
    this.#abort.abort();
    this.store.setState({ isRunning: true });
    this.#debounced.ask(peerId);
  };

  cancel = (): void => {
    this.#debounced.cancel();
    this.#abort.abort();
    this.store.setState({ isRunning: false });
  };

  async #search(peerId: number): Promise<void> {
    const ending = new AbortController();
    this.#abort = ending;
    const { form } = this.store.getState();
    this.#ports.incrementCounter();
    try {
      const page = await this.#ports.search(peerId, form, ending.signal);
      if (ending.signal.aborted) return;
      this.store.setState({ isRunning: false, failure: null, result: { peerId, page, form } });
    } catch (error) {
      if (ending.signal.aborted || isAbort(error)) return;
      // SUS-19, T 8.1: clears the results silently, read as for a transit (DET-14): no notification and no alert. In their
      // place stands why, because "choose a period" would read as if nobody had searched.
      const failure = { peerId, error: error instanceof Error ? error : new Error(String(error)) };
      this.store.setState({ isRunning: false, failure, result: null });
    } finally {
      this.#ports.refreshCaseCount();
    }
  }
}

/** Reads the state of a suspects screen. Named `use...` so that the React compiler treats it as a hook. */
export const useSuspects = <T>(controller: SuspectController, selector: (state: SuspectState) => T): T =>
  useStore(controller.store, selector);

/** Searches must not outlive the session of the person who made them. */
useSession.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  for (const controller of controllers.values()) controller.cancel();
  controllers.clear();
});
