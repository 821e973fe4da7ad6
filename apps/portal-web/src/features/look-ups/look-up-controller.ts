import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import { isPaidRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import { createStore, type StoreApi, useStore } from 'zustand';
import { now } from '../../lib/clock.ts';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { findPlantByPeer } from '../../lib/plants/plant-sessions.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { translate } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { createSealedValue } from '../../lib/storage/sealed-value.ts';
import { toLookUpEntry, type LookUpEntry } from './look-up-entry.ts';
import { EMPTY_LOOK_UP_FORM, type FormName, LookUpForm, buildLookUpRequest } from './look-up-form.ts';
import { LookUpRunner, type LookUpCall } from './look-up-runner.ts';
import { sendLookUp, findStoredLookUp } from './look-ups.api.ts';
import type { ProblemKind } from './look-up-problem.ts';

/** A paid look-up that waits for confirmation. `found`: the stored response, if any; undefined while being checked. */
export interface PaidConfirmation {
  readonly request: LookUpCall;
  readonly found: LookUpObject | null | undefined;
}

export interface LookUpState {
  readonly form: LookUpForm;
  /** Results, newest first. */
  readonly entries: readonly LookUpEntry[];
  readonly running: LookUpCall | null;
  readonly confirming: PaidConfirmation | null;
  readonly problem: { readonly press: LookUpCall; readonly kind: ProblemKind } | null;
  /** Counts the results; a change makes the page scroll to the list. */
  readonly resultCount: number;
}

const controllers = new Map<string, LookUpController>();
const storedForm = createSealedValue('look-up-form', LookUpForm);

/** Controller of a tab or of the page, created on first use. @param first initial values of the form */
export function getLookUpController(id: string, first: LookUpForm): LookUpController {
  const known = controllers.get(id);
  if (known !== undefined) return known;
  const made = new LookUpController(first, id === PAGE_ID);
  controllers.set(id, made);
  return made;
}

/** Id of the page, whose form is restored from storage for 24 hours. */
export const PAGE_ID = 'page';

const NO_RESULTS = { entries: [], running: null, confirming: null, problem: null, resultCount: 0 } as const;

/** State and actions of one look-up screen: the page or a tab. It lives on while another tab is shown. */
export class LookUpController {
  readonly store: StoreApi<LookUpState>;
  readonly #isPersisted: boolean;
  readonly #runner: LookUpRunner;
  #checkAbort = new AbortController();

  constructor(first: LookUpForm, isKept: boolean) {
    this.store = createStore<LookUpState>(() => ({ ...NO_RESULTS, form: first }));
    this.#isPersisted = isKept;
    const { store } = this;
    this.#runner = new LookUpRunner({
      send: (press, signal) => sendLookUp(press.peerId, press.request, press, signal),
      onStart: (press) => store.setState({ running: press, problem: null }),
      onCancel: () => store.setState({ running: null }),
      onAnswer: (press, answer) => this.#addEntry(toLookUpEntry(answer, press.peerId, translate, toRomeDay(now()))),
      onProblem: (press, kind) => {
        store.setState({ running: null, problem: { press, kind } });
        showProblemDialog(press.peerId, kind);
      },
    });
    if (isKept) void storedForm.load().then((form) => form !== null && store.setState({ form }));
  }

  updateForm = (change: (form: LookUpForm) => LookUpForm): void => {
    const form = change(this.store.getState().form);
    this.store.setState({ form });
    if (this.#isPersisted) storedForm.save(form);
  };

  /**
   * RCA runs at once; Libretto and Patente require confirmation first. Does nothing while the search field is empty.
   */
  submit = (name: FormName): void => {
    const { form, running, confirming: asking } = this.store.getState();
    const question = buildLookUpRequest(form, name);
    if (question === null || form.selectedPeer === null || running !== null || asking !== null) return;
    const press = {
      idempotencyKey: crypto.randomUUID(),
      peerId: form.selectedPeer,
      request: question,
      isStored: false,
    };
    if (isPaidRequest(question.tipo_richiesta)) void this.#checkStored(press);
    else this.#runner.run(press);
  };

  confirm = (choice: 'stored' | 'paid' | 'no'): void => {
    const { confirming: asking } = this.store.getState();
    this.#checkAbort.abort();
    this.store.setState({ confirming: null });
    if (asking !== null && choice !== 'no') this.#runner.run({ ...asking.request, isStored: choice === 'stored' });
  };

  retry = (): void => {
    const { problem } = this.store.getState();
    if (problem !== null) this.#runner.run(problem.press);
  };

  cancel = (): void => this.#runner.cancel();

  remove = (uuid: string): void =>
    this.store.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.uuid !== uuid) }));

  #addEntry(entry: LookUpEntry): void {
    this.store.setState(({ entries, resultCount: answers }) => ({
      running: null,
      entries: [entry, ...entries.filter(({ uuid }) => uuid !== entry.uuid)],
      resultCount: answers + 1,
    }));
  }

  async #checkStored(press: LookUpCall): Promise<void> {
    this.#checkAbort = new AbortController();
    const { signal } = this.#checkAbort;
    this.store.setState({ confirming: { request: press, found: undefined } });
    const found = await findStoredLookUp(press.peerId, press.request, signal).catch(() => undefined);
    if (found !== undefined && !signal.aborted) this.store.setState({ confirming: { request: press, found } });
  }
}

/** Reads the state of a look-up screen. Named `use...` so that the React compiler treats it as a hook. */
export const useLookUps = <T>(controller: LookUpController, selector: (state: LookUpState) => T): T =>
  useStore(controller.store, selector);

/** T 8.4: shows the two failures that have a dialog. */
function showProblemDialog(peerId: number, kind: ProblemKind): void {
  const plant = findPlantByPeer(peerId);
  const label = plant === undefined ? '' : getPlantLabel(plant);
  if (kind === 'module') showPopup({ missingModule: label });
  if (kind === 'credentials') showPopup({ services: label });
}

/** Look-ups must not outlive the session of the person who made them. */
useSession.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  for (const controller of controllers.values()) controller.cancel();
  controllers.clear();
});

/** Controller of the page. */
export const getPageController = (): LookUpController => getLookUpController(PAGE_ID, EMPTY_LOOK_UP_FORM);
