import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestAlert } from '../../../test/alert-responses.ts';
import type { WaitingDecision } from './alert-decision.ts';
import { DecisionOutbox, type OutboxPorts, type SendResult } from './decision-outbox.ts';

const ALERT = createTestAlert(1, 'blacklist');
const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createDecision = (n: number, peerId = 1, alert = '1'): WaitingDecision => ({
  id: uuidOf(n),
  peerId,
  alert,
  plate: 'ZA001AA',
  seen: null,
  decidedAt: n,
  decision: { kind: 'send', patrol: `Volante ${n}` },
  nTries: 0,
  mayHaveArrived: false,
  refusal: null,
});

/** How the line treats one attempt: `request`: lost on the way there; `answer`: on the way back. */
type Cut = 'none' | 'request' | 'answer';

/** A browser with tabs that share disk and locks, and a plant that stores each id once. */
class TestBrowser {
  disk: readonly WaitingDecision[] = [];
  /** What the plant decided, in its order. */
  readonly decided: WaitingDecision[] = [];
  readonly answers: [id: string, kind: SendResult['kind']][] = [];
  readonly shown = new Map<number, readonly WaitingDecision[]>();
  nInside = 0;
  maxInside = 0;
  /** Tabs that are gone: the channel between tabs is closed there. */
  readonly closed = new Set<DecisionOutbox>();
  onStore = (): void => undefined;
  nextCut: () => Cut = () => 'none';
  refuses = (_id: string): boolean => false;
  private readonly locks = new Map<string, Promise<unknown>>();
  private readonly held = new Set<string>();
  private timers = new Set<() => void>();
  private readonly tabs: DecisionOutbox[] = [];

  open(): DecisionOutbox {
    const at = this.tabs.length;
    const outbox: DecisionOutbox = new DecisionOutbox({
      load: async () => this.disk,
      store: async (list) => {
        await Promise.resolve();
        this.disk = list;
        this.onStore();
      },
      lock: (name, work, ifFree) => this.lock(name, work, ifFree === true),
      send: (decision) => this.send(decision),
      show: (list) => void this.shown.set(at, list),
      announce: () => {
        if (this.closed.has(outbox)) throw new Error('the channel is closed');
        for (const tab of this.tabs) if (tab !== outbox) void tab.refresh();
      },
      onAnswer: ({ id }, { kind }) => void this.answers.push([id, kind]),
      delay: (_ms, run) => {
        this.timers.add(run);
        return () => void this.timers.delete(run);
      },
    });
    this.tabs.push(outbox);
    return outbox;
  }

  /** Runs the retries that are due until nothing moves any more. */
  async settle(): Promise<void> {
    for (let round = 0; round < 30; round += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      const due = [...this.timers];
      this.timers.clear();
      for (const run of due) run();
    }
  }

  private async lock<T>(name: string, work: () => Promise<T>, ifFree: boolean): Promise<T | null> {
    if (ifFree && this.held.has(name)) return null;
    const before = this.locks.get(name) ?? Promise.resolve();
    const run = before.then(async () => {
      this.held.add(name);
      try {
        return await work();
      } finally {
        this.held.delete(name);
      }
    });
    this.locks.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  }

  private async send(decision: WaitingDecision): Promise<SendResult> {
    this.nInside += 1;
    this.maxInside = Math.max(this.maxInside, this.nInside);
    await new Promise((resolve) => setTimeout(resolve));
    this.nInside -= 1;
    const cut = this.nextCut();
    if (cut === 'request') return { kind: 'waits', isUnsent: true };
    if (this.refuses(decision.id)) return { kind: 'refused', error: new Error('no'), text: 'no' };
    if (!this.decided.some(({ id }) => id === decision.id)) this.decided.push(decision);
    return cut === 'answer' ? { kind: 'waits', isUnsent: false } : { kind: 'stored', alert: ALERT };
  }
}

it('whatever is cut, closed or sent by another tab: nothing is lost, nothing decided twice, the order is kept', async () => {
  const step = fc.record({
    alert: fc.constantFrom('1', '2'),
    peerId: fc.constantFrom(1, 2),
    tab: fc.nat(1),
    what: fc.constantFrom('decide', 'decide', 'reload', 'wake', 'pause'),
  });
  const cuts = fc.array(fc.constantFrom<Cut>('none', 'request', 'answer'), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), cuts, async (steps, planned) => {
      const browser = new TestBrowser();
      const waiting = [...planned];
      browser.nextCut = () => waiting.shift() ?? 'none';
      const tabs = [browser.open(), browser.open()];
      const submitted: WaitingDecision[] = [];
      for (const { alert, peerId, tab, what } of steps) {
        const outbox = tabs[tab];
        if (what === 'decide') {
          const decision = createDecision(submitted.length + 1, peerId, alert);
          submitted.push(decision);
          void outbox?.submit(decision);
        } else if (what === 'reload') {
          // A page that closes has written what was pressed before.
          await new Promise((resolve) => setTimeout(resolve));
          outbox?.stop();
          tabs[tab] = browser.open();
          void tabs[tab]?.start();
        } else if (what === 'wake') outbox?.wake();
        else await new Promise((resolve) => setTimeout(resolve));
      }
      await browser.settle();
      for (const outbox of tabs) outbox.wake();
      await browser.settle();
      expect(browser.disk).toEqual([]);
      for (const peer of [1, 2]) {
        const ids = (list: readonly WaitingDecision[]) => list.filter((one) => one.peerId === peer).map(({ id }) => id);
        expect(ids(browser.decided)).toEqual(ids(submitted));
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

it('decisions about one plant go one at a time; those about another do not wait for it', async () => {
  const browser = new TestBrowser();
  const [first, second] = [browser.open(), browser.open()];
  const all = [first.submit(createDecision(1)), first.submit(createDecision(2)), second.submit(createDecision(3))];
  await browser.settle();
  expect((await Promise.all(all)).map(({ kind }) => kind).sort()).toContain('stored');
  expect(browser.maxInside).toBe(1);
  expect(browser.decided).toHaveLength(3);
  browser.nextCut = () => 'request';
  void first.submit(createDecision(4));
  await browser.settle();
  browser.nextCut = () => 'none';
  expect(await first.submit(createDecision(5, 2))).toMatchObject({ kind: 'stored' });
});

it('a decision is shown before it is on disk, and says after its first attempt that it waits', async () => {
  const browser = new TestBrowser();
  browser.nextCut = () => 'request';
  const outbox = browser.open();
  const answer = outbox.submit(createDecision(1));
  expect(browser.shown.get(0)).toHaveLength(1);
  expect(browser.disk).toEqual([]);
  expect(await answer).toEqual({ kind: 'waits', isUnsent: true });
  expect(browser.disk).toMatchObject([{ nTries: 1, mayHaveArrived: false }]);
  browser.nextCut = () => 'none';
  outbox.wake(1);
  await browser.settle();
  expect(browser.answers).toEqual([[uuidOf(1), 'stored']]);
  expect(browser.shown.get(0)).toEqual([]);
});

it('a decision that was not sent can be taken back; after an attempt without answer that is uncertain', async () => {
  const browser = new TestBrowser();
  browser.nextCut = () => 'request';
  const outbox = browser.open();
  await outbox.submit(createDecision(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(await outbox.withdraw(uuidOf(1))).toBe('withdrawn');
  browser.nextCut = () => 'answer';
  await outbox.submit(createDecision(2));
  await new Promise((resolve) => setTimeout(resolve));
  expect(await outbox.withdraw(uuidOf(2))).toBe('uncertain');
  expect(await outbox.withdraw(uuidOf(2))).toBe('gone');
  browser.nextCut = () => 'none';
  await browser.settle();
  expect(browser.decided.map(({ id }) => id)).toEqual([uuidOf(2)]);
  expect(browser.disk).toEqual([]);
});

it('an outbox that is closed during an attempt writes and announces nothing more', async () => {
  const browser = new TestBrowser();
  const outbox = browser.open();
  const answer = outbox.submit(createDecision(1));
  while (browser.nInside === 0) await Promise.resolve();
  const withdrawn = outbox.withdraw(uuidOf(1));
  outbox.stop();
  browser.closed.add(outbox);
  expect(await answer).toEqual({ kind: 'elsewhere' });
  await browser.settle();
  expect(await withdrawn).toBe('busy');
  expect(browser.disk).toMatchObject([{ nTries: 0 }]);
  expect(browser.shown.get(0)).toEqual([]);
});

it('an outbox that is closed while the list is written announces nothing more', async () => {
  const browser = new TestBrowser();
  const outbox = browser.open();
  browser.onStore = () => {
    outbox.stop();
    browser.closed.add(outbox);
  };
  expect(await outbox.submit(createDecision(1))).toEqual({ kind: 'elsewhere' });
  expect(browser.disk).toMatchObject([{ id: uuidOf(1) }]);
});

it('a decision under way cannot be taken back', async () => {
  const browser = new TestBrowser();
  const outbox = browser.open();
  const answer = outbox.submit(createDecision(1));
  await Promise.resolve();
  while (browser.nInside === 0) await Promise.resolve();
  expect(await outbox.withdraw(uuidOf(1))).toBe('busy');
  expect(await answer).toMatchObject({ kind: 'stored' });
});

it('a refusal seen at once leaves nothing behind; one that comes later waits for the person', async () => {
  const browser = new TestBrowser();
  browser.refuses = () => true;
  const outbox = browser.open();
  expect(await outbox.submit(createDecision(1))).toMatchObject({ kind: 'refused' });
  expect(browser.disk).toEqual([]);
  browser.nextCut = () => 'request';
  await outbox.submit(createDecision(2));
  browser.nextCut = () => 'none';
  outbox.wake();
  await browser.settle();
  expect(browser.answers).toEqual([[uuidOf(2), 'refused']]);
  expect(browser.disk).toMatchObject([{ id: uuidOf(2), refusal: 'no' }]);
  // It is sent no more, and holds nothing up.
  browser.refuses = () => false;
  expect(await outbox.submit(createDecision(3))).toMatchObject({ kind: 'stored' });
  expect(await outbox.withdraw(uuidOf(2))).toBe('withdrawn');
  expect(browser.disk).toEqual([]);
});

it('the delay between attempts grows up to half a minute', async () => {
  const delays: number[] = [];
  let due: (() => void) | null = null;
  let disk: readonly WaitingDecision[] = [];
  const ports: OutboxPorts = {
    load: async () => disk,
    store: async (list) => void (disk = list),
    lock: (_name, work) => work(),
    send: async () => ({ kind: 'waits', isUnsent: true }),
    show: () => undefined,
    announce: () => undefined,
    onAnswer: () => undefined,
    delay: (ms, run) => {
      delays.push(ms);
      due = run;
      return () => undefined;
    },
  };
  const outbox = new DecisionOutbox(ports);
  await outbox.submit(createDecision(1));
  for (let i = 0; i < 6; i += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    (due as (() => void) | null)?.();
  }
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});
