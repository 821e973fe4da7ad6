import { ApiError, isAbort } from '../../../lib/api/api-error.ts';
import { elapsedMs } from '../../../lib/clock.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { createStore, type StoreApi } from 'zustand';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { ReadingChoice } from '@varco/imports/describe-file.ts';
import { callPatiently } from './call-patiently.ts';
import { checkFile, TooManyLines } from './check-file.ts';
import { createImportCalls, type ImportCalls, type OpenImport } from './file-import.api.ts';
import {
  buildChoice,
  buildForm,
  type CheckProgress,
  EMPTY_IMPORT,
  type ImportFault,
  type ImportState,
  parseForm,
} from './import-state.ts';
import { PauseGate } from './pause-gate.ts';
import { type ReaderClient, ReadingFailure, startReader } from './reader-client.ts';
import { RefusedList } from './refused-list.ts';

const POLL_MS = 700;
const NO_PROGRESS: CheckProgress = {
  state: 'running',
  lines: 0,
  accepted: 0,
  unread: 0,
  refused: new Map(),
  refusedCount: 0,
  rate: null,
  span: null,
};
/** A rate of less is chance. */
const MIN_RATE_MS = 1_000;

const controllers = new Map<number, ImportController>();

// Nothing of a file is shown to the next person on this browser, nor sent in their name.
useSession.subscribe(({ user }, before) => {
  if (user?.uuid === before.user?.uuid) return;
  for (const controller of controllers.values()) controller.close();
});

/** Controller of a plant, created on first use. It lives on while another page is shown, until its person signs out. */
export function getImportController(peerId: number): ImportController {
  const known = controllers.get(peerId);
  if (known !== undefined) return known;
  const made = new ImportController(peerId);
  controllers.set(peerId, made);
  return made;
}

/** State and actions of the import of one file into one plant. What the plant staged stays when the document is closed. */
export class ImportController {
  readonly store: StoreApi<ImportState> = createStore<ImportState>(() => EMPTY_IMPORT);
  readonly #peerId: number;
  #ending = new AbortController();
  #calls: ImportCalls;
  #reader: ReaderClient | null = null;
  #refused = new RefusedList();
  #gate = new PauseGate();
  #job: string | null = null;
  /** Raised by each change of how the file is read; results of an older one are dropped. */
  #version = 0;

  constructor(peerId: number) {
    this.#peerId = peerId;
    this.#calls = createImportCalls(peerId, this.#ending.signal);
  }

  get #state(): ImportState {
    return this.store.getState();
  }

  /** Ends everything of the file before; a staged import can be continued later. */
  close = (): void => {
    this.#ending.abort();
    this.#gate.open();
    this.#reader?.close();
    this.#reader = null;
    this.#job = null;
    this.#ending = new AbortController();
    this.#calls = createImportCalls(this.#peerId, this.#ending.signal);
    this.#gate = new PauseGate();
    this.#refused = new RefusedList();
    this.#version += 1;
    this.store.setState(EMPTY_IMPORT, true);
  };

  /** Reads a chosen file once, and asks the plant what it knows of it. */
  choose = (file: File): void => {
    this.close();
    const reader = startReader();
    this.#reader = reader;
    this.store.setState({ step: 'reading', file });
    this.#run(async () => {
      const opened = await reader.open(file, (readBytes) => this.store.setState({ readBytes }));
      if (opened.foreign !== null) return this.#fail({ code: 'foreign', detail: opened.foreign }, 'choose');
      const [known, plantGates] = await Promise.all([this.#calls.find(opened.hash), this.#calls.gates()]);
      this.store.setState({ step: 'form', opened, known, plantGates });
      return this.#describe(true);
    }, 'choose');
  };

  /** Changes how the file is read. */
  change = (change: Partial<ReadingChoice>): void => {
    this.store.setState(({ choice }) => ({ choice: { ...choice, ...change } }));
    const isOtherContents = ['encoding', 'delimiter', 'columns', 'gate'].some((name) => name in change);
    this.#run(() => this.#describe(isOtherContents), 'form');
  };

  /** Another separator or encoding makes other columns. */
  changeForm = (change: Pick<Partial<ReadingChoice>, 'encoding' | 'delimiter'>): void =>
    this.change({ ...change, columns: null, timeFormat: null });

  /** Names in the file that mean a gate of the plant; null: as the name says. */
  chooseGate = (name: string, gate: string | null): void => {
    const chosenGates = new Map(this.#state.chosenGates);
    if (gate === null) chosenGates.delete(name);
    else chosenGates.set(name, gate);
    this.store.setState({ chosenGates });
    this.#run(() => this.#describe(false), 'form');
  };

  setCreateGates = (createGates: boolean): void => this.store.setState({ createGates });

  /** Begins the check of the whole file. */
  check = (): void => {
    const { file, opened, createGates } = this.#state;
    const form = buildForm(this.#state);
    if (file === null || opened === null || form === null) return;
    this.#run(async () => {
      this.store.setState({ step: 'checking', progress: NO_PROGRESS, fault: null });
      const body = { label: file.name.slice(0, 200), file_hash: opened.hash, create_gates: createGates, form };
      const { id } = await this.#calls.start(body);
      await this.#checkLines(id, 0, new Map());
    }, 'form');
  };

  /** Continues an import that was begun before, or watches one that is being stored. */
  continueOpen = ({ import: job, form, create_gates: createGates }: OpenImport): void =>
    this.#run(async () => {
      this.store.setState({ ...parseForm(form), createGates, fault: null });
      await this.#describe(true);
      if (job.state === 'committing') return this.#watch(job.id);
      this.store.setState({ step: 'checking', progress: NO_PROGRESS });
      return this.#checkLines(job.id, job.read_to, await this.#calls.refusals(job.id));
    }, 'form');

  /** Discards imports that were begun before, so that the file begins anew. */
  discardOpen = (): void =>
    this.#run(async () => {
      const { known } = this.#state;
      for (const open of known?.open ?? [])
        if (open.import.state === 'staging') await this.#calls.discard(open.import.id);
      this.store.setState({ known: known === null ? null : { ...known, open: [] } });
    }, 'form');

  pause = (): void => {
    this.#gate.close();
    this.#setProgress({ state: 'paused' });
  };

  resume = (): void => {
    this.#setProgress({ state: 'running' });
    this.#gate.open();
  };

  /** Ends the check or drops what was checked, and goes back to how the file is read. */
  cancel = (): void => {
    const { opened, plantGates, file, choice, chosenGates, createGates } = this.#state;
    const job = this.#job;
    const calls = this.#calls;
    const reader = this.#reader;
    this.#reader = null;
    this.close();
    this.#reader = reader;
    const known = { already_imported: null, open: [] };
    this.store.setState({ step: 'form', file, opened, plantGates, choice, chosenGates, createGates, known });
    // If the call fails, the plant discards the import by itself within a day.
    if (job !== null) void calls.discard(job).catch(() => {});
    this.#run(() => this.#describe(true), 'form');
  };

  /** Has the plant store what was checked. */
  commit = (): void => {
    const id = this.#job;
    if (id === null) return;
    this.#run(async () => {
      this.store.setState({ step: 'storing', fault: null });
      await this.#calls.commit(id);
      await this.#watch(id);
    }, 'checked');
  };

  /** The refused lines as a file. */
  buildRefusedFile = (t: Translate): Blob =>
    this.#refused.toFile(
      (this.#state.description?.columns ?? []).map(({ name }) => name),
      t,
    );

  async #describe(isOtherContents: boolean): Promise<void> {
    const reader = this.#reader;
    if (reader === null) return;
    this.#version += 1;
    const version = this.#version;
    if (isOtherContents) this.store.setState({ contents: null, countedLines: 0 });
    const description = await reader.describe(buildChoice(this.#state));
    if (version !== this.#version) return;
    this.store.setState({ description, fault: null });
    if (description.fault !== null || this.#state.contents !== null) return;
    const contents = await reader
      .count(buildChoice(this.#state), (countedLines) => this.store.setState({ countedLines }))
      .catch((error: unknown) => {
        // A later count ended this one.
        if (version === this.#version) throw error;
        return null;
      });
    if (version !== this.#version || contents === null) return;
    const matches = await this.#matchGates(contents.gates.map(({ name }) => name));
    if (version !== this.#version) return;
    const fault = contents.hasTooManyGates ? ({ code: 'tooManyGates', detail: '' } as const) : null;
    this.store.setState({ contents, matches, fault });
  }

  async #matchGates(names: readonly string[]): Promise<ImportState['matches']> {
    const byNumber = new Map(this.#state.plantGates.map((gate) => [String(gate.id), gate]));
    // A name over the plant's limit is refused line by line.
    const unmatched = names.filter((name) => !byNumber.has(name) && name.length <= 1_000);
    const found = unmatched.length === 0 ? [] : await this.#calls.match(unmatched);
    const matches = new Map(unmatched.map((name, at) => [name, found[at] ?? null]));
    for (const name of names) {
      const gate = byNumber.get(name);
      if (gate !== undefined) matches.set(name, { id: gate.id, fullname: gate.fullname });
    }
    return matches;
  }

  async #checkLines(id: string, readTo: number, refusedBefore: ReadonlyMap<number, string>): Promise<void> {
    const [reader, { signal }, gate, calls] = [this.#reader, this.#ending, this.#gate, this.#calls];
    if (reader === null) return;
    this.#job = id;
    this.#refused = new RefusedList();
    await reader.begin(buildChoice(this.#state));
    let [started, before, isMeasured] = [elapsedMs(), 0, false];
    const restart = (): void => {
      [started, isMeasured] = [elapsedMs(), false];
    };
    await checkFile({
      readTo,
      refusedBefore,
      refused: this.#refused,
      next: () => reader.next(),
      send: async (reads) =>
        (
          await callPatiently(
            () => calls.stage(id, reads),
            async () => {
              gate.close();
              this.#setProgress({ state: 'lost' });
              await gate.wait(signal);
              restart();
            },
          )
        ).refused,
      waitForPause: async () => {
        const wasClosed = gate.isClosed;
        await gate.wait(signal);
        if (wasClosed) restart();
      },
      onProgress: (progress) => {
        // The rate is that of lines sent since the last pause.
        if (!isMeasured) [before, isMeasured] = [progress.lines, true];
        const took = elapsedMs() - started;
        const rate = took < MIN_RATE_MS ? null : ((progress.lines - before) / took) * 1_000;
        this.#setProgress({ ...progress, ...(rate === null ? {} : { rate }) });
      },
    });
    this.store.setState({ step: 'checked' });
  }

  /** Waits until the plant has stored the import. */
  async #watch(id: string): Promise<void> {
    const { signal } = this.#ending;
    this.#job = id;
    this.store.setState({ step: 'storing' });
    for (;;) {
      const summary = await callPatiently(
        () => this.#calls.get(id),
        () => Promise.resolve(),
      );
      signal.throwIfAborted();
      if (summary.state !== 'committing') {
        this.store.setState({ step: 'done', summary });
        return;
      }
      this.store.setState({ summary });
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      signal.throwIfAborted();
    }
  }

  #setProgress(change: Partial<CheckProgress>): void {
    this.store.setState(({ progress }) => (progress === null ? {} : { progress: { ...progress, ...change } }));
  }

  #fail(fault: ImportFault, step: ImportState['step']): void {
    this.store.setState({ fault, step });
  }

  /** Runs work whose failure leads to a step with the reason shown; work that was ended says nothing. */
  #run(work: () => Promise<void>, failedStep: ImportState['step']): void {
    const { signal } = this.#ending;
    work().catch((error: unknown) => {
      if (signal.aborted || isAbort(error)) return;
      // What was staged of a file that cannot be read to its end is of no use.
      if (isOfFile(error) && this.#job !== null) void this.#calls.discard(this.#job).catch(() => {});
      this.#fail(toFault(error), failedStep);
    });
  }
}

const isOfFile = (error: unknown): boolean => error instanceof ReadingFailure || error instanceof TooManyLines;

function toFault(error: unknown): ImportFault {
  if (error instanceof ReadingFailure) return error.fault;
  if (error instanceof TooManyLines) return { code: 'tooManyLines', detail: '' };
  if (!(error instanceof ApiError)) return { code: 'unreadable', detail: '' };
  if (error.code === 'no_perms') return { code: 'noRight', detail: '' };
  return error.code === 'conflict' || error.code === 'not_found'
    ? { code: 'ended', detail: '' }
    : { code: 'refused', detail: error.code };
}
