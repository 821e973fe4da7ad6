import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import type { WaitingDecision } from './alert-decision.ts';

/**
 * What became of an attempt. `waits`: no answer came, `isUnsent` when it certainly did not reach the plant. `refused`: the plant
 * answered that it does not take the decision.
 */
export type SendResult =
  | { readonly kind: 'stored'; readonly alert: LiveAlert }
  | { readonly kind: 'waits'; readonly isUnsent: boolean }
  | { readonly kind: 'refused'; readonly error: Error; readonly text: string };

/** What became of a decision by its first attempt; `elsewhere`: another tab sent it. */
export type SubmitResult = SendResult | { readonly kind: 'elsewhere' };

/** `withdrawn`: nothing was sent; `uncertain`: an attempt may have arrived; `busy`: it is being sent; `gone`: it was sent. */
export type WithdrawResult = 'withdrawn' | 'uncertain' | 'busy' | 'gone';

export interface OutboxPorts {
  /** The decisions of this person in this browser, which all tabs share, oldest first. Never rejects. */
  readonly load: () => Promise<readonly WaitingDecision[]>;
  readonly store: (list: readonly WaitingDecision[]) => Promise<void>;
  /** Runs `work` while no other tab holds this name. With `ifFree` it returns null instead of waiting. */
  readonly lock: <T>(name: string, work: () => Promise<T>, ifFree?: boolean) => Promise<T | null>;
  readonly send: (decision: WaitingDecision) => Promise<SendResult>;
  /** The list changed here. */
  readonly show: (list: readonly WaitingDecision[]) => void;
  /** The list changed on disk: other tabs read it again. */
  readonly announce: () => void;
  /** A decision got its answer after the person had gone on. */
  readonly onAnswer: (decision: WaitingDecision, result: SendResult) => void;
  /** Calls `run` after a time; the returned function cancels it. */
  readonly delay: (ms: number, run: () => void) => () => void;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;
const LIST_LOCK = 'list';
const getSendLock = (peerId: number): string => `send-${peerId}`;

interface Pipeline {
  isRunning: boolean;
  /** Asked to run again while it was running. */
  isWanted: boolean;
  retryMs: number;
  cancelRetry: () => void;
}

/**
 * Decisions of one person that wait for their plant. Each is on disk before it is sent, and leaves it with the plant's answer.
 * Decisions about one plant are sent one after the other in their order, by one tab at a time; when no answer comes, the plant is
 * tried again after a growing delay, or when `wake` says that the line may be back.
 */
export class DecisionOutbox {
  private readonly ports: OutboxPorts;
  private readonly pipelines = new Map<number, Pipeline>();
  private readonly firstAnswers = new Map<
    string,
    { readonly peerId: number; readonly resolve: (result: SubmitResult) => void }
  >();
  /** Submitted here and not on disk yet. */
  private unsaved: readonly WaitingDecision[] = [];
  private shown: readonly WaitingDecision[] = [];
  private isStopped = false;

  constructor(ports: OutboxPorts) {
    this.ports = ports;
  }

  /** Reads what an earlier page left and sends it. */
  async start(): Promise<void> {
    await this.refresh();
    this.wake();
  }

  /** Ends sending; what waits stays on disk. */
  stop(): void {
    this.isStopped = true;
    for (const { cancelRetry } of this.pipelines.values()) cancelRetry();
    for (const { resolve } of this.firstAnswers.values()) resolve({ kind: 'elsewhere' });
    this.firstAnswers.clear();
    this.ports.show([]);
  }

  /** Shows the list as another tab left it. */
  async refresh(): Promise<void> {
    this.present(await this.ports.load());
  }

  /** Takes a decision; it is shown at once. Resolves with the result of its first attempt. */
  async submit(decision: WaitingDecision): Promise<SubmitResult> {
    const answered = new Promise<SubmitResult>((resolve) => {
      this.firstAnswers.set(decision.id, { peerId: decision.peerId, resolve });
    });
    this.unsaved = [...this.unsaved, decision];
    this.present(this.shown);
    await this.change((list) => [...list, decision]);
    this.run(decision.peerId);
    return answered;
  }

  /** Takes a decision back before it is sent, or puts a refused one away. */
  async withdraw(id: string): Promise<WithdrawResult> {
    const found = this.shown.find((one) => one.id === id);
    if (found === undefined) return 'gone';
    if (found.refusal !== null) return this.removeUnsent(id);
    const result = await this.ports.lock(getSendLock(found.peerId), () => this.removeUnsent(id), true);
    if (result === 'withdrawn' || result === 'uncertain') this.answerFirst(id, { kind: 'elsewhere' });
    return result ?? 'busy';
  }

  /** Tries now, because the line to this plant, or to any, may be back. */
  wake(peerId?: number): void {
    const peers = peerId === undefined ? [...new Set(this.shown.map((one) => one.peerId))] : [peerId];
    for (const peer of peers) {
      if (this.shown.every((one) => one.peerId !== peer || one.refusal !== null)) continue;
      this.getPipeline(peer).retryMs = FIRST_RETRY_MS;
      this.run(peer);
    }
  }

  private async removeUnsent(id: string): Promise<WithdrawResult> {
    let result: WithdrawResult = 'gone';
    await this.change((list) => {
      const stored = list.find((one) => one.id === id);
      if (stored !== undefined) result = stored.mayHaveArrived && stored.refusal === null ? 'uncertain' : 'withdrawn';
      return list.filter((one) => one.id !== id);
    });
    return result;
  }

  private getPipeline(peerId: number): Pipeline {
    const known = this.pipelines.get(peerId);
    if (known !== undefined) return known;
    const pipeline = { isRunning: false, isWanted: false, retryMs: FIRST_RETRY_MS, cancelRetry: () => undefined };
    this.pipelines.set(peerId, pipeline);
    return pipeline;
  }

  private run(peerId: number): void {
    const pipeline = this.getPipeline(peerId);
    pipeline.cancelRetry();
    pipeline.isWanted = true;
    if (!pipeline.isRunning && !this.isStopped) void this.runPipeline(peerId, pipeline);
  }

  private async runPipeline(peerId: number, pipeline: Pipeline): Promise<void> {
    pipeline.isRunning = true;
    let isThrough = true;
    while (pipeline.isWanted && !this.isStopped) {
      pipeline.isWanted = false;
      isThrough = (await this.ports.lock(getSendLock(peerId), () => this.sendAll(peerId))) ?? true;
    }
    pipeline.isRunning = false;
    if (this.isStopped) return;
    if (isThrough) {
      pipeline.retryMs = FIRST_RETRY_MS;
      return;
    }
    pipeline.cancelRetry = this.ports.delay(pipeline.retryMs, () => this.run(peerId));
    pipeline.retryMs = Math.min(pipeline.retryMs * 2, LAST_RETRY_MS);
  }

  /** Sends what waits for one plant until it is empty (true) or no answer comes (false). */
  private async sendAll(peerId: number): Promise<boolean> {
    for (;;) {
      const waiting = (await this.ports.load()).filter((one) => one.peerId === peerId && one.refusal === null);
      this.settleMissing(peerId, waiting);
      const [next] = waiting;
      if (next === undefined || this.isStopped) return true;
      const result = await this.ports.send(next);
      if (this.isStopped) return true;
      await this.settle(next, result);
      if (result.kind !== 'waits') continue;
      // Behind it in the row: none of them was tried, and all wait for the same line.
      for (const { id } of waiting) this.answerFirst(id, result);
      return false;
    }
  }

  private async settle(sent: WaitingDecision, result: SendResult): Promise<void> {
    const isWatched = this.firstAnswers.has(sent.id);
    await this.change((list) => list.flatMap((one) => (one.id === sent.id ? toRest(one, result, isWatched) : [one])));
    if (isWatched) this.answerFirst(sent.id, result);
    else if (result.kind !== 'waits') this.ports.onAnswer(sent, result);
  }

  /** Decisions submitted here that another tab has sent meanwhile. */
  private settleMissing(peerId: number, waiting: readonly WaitingDecision[]): void {
    for (const [id, first] of this.firstAnswers)
      if (first.peerId === peerId && ![...waiting, ...this.unsaved].some((one) => one.id === id))
        this.answerFirst(id, { kind: 'elsewhere' });
  }

  private answerFirst(id: string, result: SubmitResult): void {
    this.firstAnswers.get(id)?.resolve(result);
    this.firstAnswers.delete(id);
  }

  private async change(apply: (list: readonly WaitingDecision[]) => readonly WaitingDecision[]): Promise<void> {
    await this.ports.lock(LIST_LOCK, async () => {
      if (this.isStopped) return;
      const list = apply(await this.ports.load());
      await this.ports.store(list);
      this.unsaved = this.unsaved.filter(({ id }) => !list.some((one) => one.id === id));
      this.present(list);
    });
    // A stopped outbox has closed its channel to the other tabs.
    if (!this.isStopped) this.ports.announce();
  }

  private present(list: readonly WaitingDecision[]): void {
    if (this.isStopped) return;
    this.shown = [...list, ...this.unsaved.filter(({ id }) => !list.some((one) => one.id === id))];
    this.ports.show(this.shown);
  }
}

/** What is left of a decision after an attempt. A refusal that the person sees at once needs no row. */
function toRest(one: WaitingDecision, result: SendResult, isWatched: boolean): readonly WaitingDecision[] {
  if (result.kind === 'stored') return [];
  if (result.kind === 'refused') return isWatched ? [] : [{ ...one, refusal: result.text.slice(0, 300) }];
  return [{ ...one, nTries: one.nTries + 1, mayHaveArrived: one.mayHaveArrived || !result.isUnsent }];
}
