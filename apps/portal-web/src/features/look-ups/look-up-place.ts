import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import { isPaidRequest } from '@varco/domain/look-ups/look-up-codes.ts';
import { createStore, type StoreApi, useStore } from 'zustand';
import { now } from '../../lib/clock.ts';
import { showPopup } from '../../lib/notices/popup.store.ts';
import { plantOfPeer } from '../../lib/plants/plant-sessions.ts';
import { plantLabel } from '../../lib/plants/use-plants.ts';
import { romeDay } from '../../lib/rome-days.ts';
import { say } from '../../lib/say.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { sealedValue } from '../../lib/storage/sealed-value.ts';
import { entryOf, type LookUpEntry } from './look-up-entry.ts';
import { EMPTY_FORM, type FormName, LookUpForm, questionOf } from './look-up-form.ts';
import { LookUpRunner, type Press } from './look-up-runner.ts';
import { askPlant, findStored } from './look-ups.api.ts';
import type { ProblemKind } from './problem.ts';

/** A paid look-up that waits for confirmation. `found`: the stored response, if any; undefined while being checked. */
export interface PaidAsk {
  readonly press: Press;
  readonly found: LookUpObject | null | undefined;
}

export interface LookUpState {
  readonly form: LookUpForm;
  /** Results, newest first. */
  readonly entries: readonly LookUpEntry[];
  readonly running: Press | null;
  readonly confirming: PaidAsk | null;
  readonly problem: { readonly press: Press; readonly kind: ProblemKind } | null;
  /** Counts the results; a change makes the page scroll to the list. */
  readonly resultCount: number;
}

const places = new Map<string, LookUpPlace>();
const stored = sealedValue('look-up-form', LookUpForm);

/** Controller of a tab or of the page, created on first use. @param first initial values of the form */
export function lookUpPlace(id: string, first: LookUpForm): LookUpPlace {
  const known = places.get(id);
  if (known !== undefined) return known;
  const made = new LookUpPlace(first, id === PAGE);
  places.set(id, made);
  return made;
}

/** Id of the page, whose form is restored from storage for 24 hours. */
export const PAGE = 'page';

const NOTHING = { entries: [], running: null, confirming: null, problem: null, resultCount: 0 } as const;

/** State and actions of one look-up screen: the page or a tab. It lives on while another tab is shown. */
export class LookUpPlace {
  readonly store: StoreApi<LookUpState>;
  readonly #isKept: boolean;
  readonly #runner: LookUpRunner;
  #checking = new AbortController();

  constructor(first: LookUpForm, isKept: boolean) {
    this.store = createStore<LookUpState>(() => ({ ...NOTHING, form: first }));
    this.#isKept = isKept;
    const { store } = this;
    this.#runner = new LookUpRunner({
      ask: (press, signal) => askPlant(press.peerId, press.request, press, signal),
      onStart: (press) => store.setState({ running: press, problem: null }),
      onCancel: () => store.setState({ running: null }),
      onAnswer: (press, answer) => this.#add(entryOf(answer, press.peerId, say, romeDay(now()))),
      onProblem: (press, kind) => {
        store.setState({ running: null, problem: { press, kind } });
        tellInDialog(press.peerId, kind);
      },
    });
    if (isKept) void stored.load().then((form) => form !== null && store.setState({ form }));
  }

  updateForm = (change: (form: LookUpForm) => LookUpForm): void => {
    const form = change(this.store.getState().form);
    this.store.setState({ form });
    if (this.#isKept) stored.save(form);
  };

  /**
   * RCA runs at once; Libretto and Patente require confirmation first. Does nothing while the search field is empty.
   */
  submit = (name: FormName): void => {
    const { form, running, confirming: asking } = this.store.getState();
    const question = questionOf(form, name);
    if (question === null || form.selectedPeer === null || running !== null || asking !== null) return;
    const press = {
      idempotencyKey: crypto.randomUUID(),
      peerId: form.selectedPeer,
      request: question,
      isStored: false,
    };
    if (isPaidRequest(question.tipo_richiesta)) void this.#ask(press);
    else this.#runner.run(press);
  };

  confirm = (choice: 'stored' | 'paid' | 'no'): void => {
    const { confirming: asking } = this.store.getState();
    this.#checking.abort();
    this.store.setState({ confirming: null });
    if (asking !== null && choice !== 'no') this.#runner.run({ ...asking.press, isStored: choice === 'stored' });
  };

  retry = (): void => {
    const { problem } = this.store.getState();
    if (problem !== null) this.#runner.run(problem.press);
  };

  cancel = (): void => this.#runner.cancel();

  remove = (uuid: string): void =>
    this.store.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.uuid !== uuid) }));

  #add(entry: LookUpEntry): void {
    this.store.setState(({ entries, resultCount: answers }) => ({
      running: null,
      entries: [entry, ...entries.filter(({ uuid }) => uuid !== entry.uuid)],
      resultCount: answers + 1,
    }));
  }

  async #ask(press: Press): Promise<void> {
    this.#checking = new AbortController();
    const { signal } = this.#checking;
    this.store.setState({ confirming: { press, found: undefined } });
    const found = await findStored(press.peerId, press.request, signal).catch(() => undefined);
    if (found !== undefined && !signal.aborted) this.store.setState({ confirming: { press, found } });
  }
}

/** Reads the state of a look-up screen. Named `use...` so that the React compiler treats it as a hook. */
export const useLookUps = <T>(controller: LookUpPlace, selector: (state: LookUpState) => T): T =>
  useStore(controller.store, selector);

/** T 8.4: shows the two failures that have a dialog. */
function tellInDialog(peerId: number, kind: ProblemKind): void {
  const plant = plantOfPeer(peerId);
  const label = plant === undefined ? '' : plantLabel(plant);
  if (kind === 'module') showPopup({ missingModule: label });
  if (kind === 'credentials') showPopup({ services: label });
}

/** Look-ups must not outlive the session of the person who made them. */
useSession.subscribe(({ status }) => {
  if (status === 'signed-in') return;
  for (const controller of places.values()) controller.cancel();
  places.clear();
});

/** Controller of the page. */
export const newPage = (): LookUpPlace => lookUpPlace(PAGE, EMPTY_FORM);
