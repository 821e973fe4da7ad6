import type { SimNode } from '../engine/scheduler.ts';
import { selectTransits } from '../nodes/search-answers.ts';
import type { SimPlant } from '../nodes/plant.ts';
import type { TabAction, TabSearch, TabView, WebTab } from '../web/web-tab-types.ts';
import type { World } from '../world.ts';
import { checkAction } from './actions.ts';
import { checkCompleteness } from './completeness.ts';
import type { ExpectedSearch } from './expected-search.ts';
import { checkRows } from './rows.ts';

/** A search may take the limits of all its calls, and the pauses between them. */
const MAX_SEARCH_MS = 6 * 60_000;
/** Without a fault it takes seconds. */
const SOON_MS = 20_000;
/** Without a fault the rows a page lacks come sooner. */
const PAGE_SOON_MS = 12_000;

/** Checks everything one tab shows of its searches, at every change. */
export class SearchWatch {
  readonly #world: World;
  readonly #node: SimNode;
  readonly #tab: WebTab;
  readonly #plants: readonly SimPlant[];
  #expected: ExpectedSearch | null = null;
  #before: TabView | null = null;
  /** When the person last made the search call plants again. */
  #busySinceMs = 0;
  /** When the person last did anything. */
  #actedMs = 0;
  #isOver = false;

  constructor(world: World, node: SimNode, tab: WebTab, plants: readonly SimPlant[]) {
    this.#world = world;
    this.#node = node;
    this.#tab = tab;
    this.#plants = plants;
    tab.onChange(() => {
      if (!this.#isOver) this.#check();
    });
  }

  /** Ends the checks, minutes after the person did the last thing. */
  stop(): void {
    this.#checkEnded();
    if (this.#expected !== null) {
      const { status } = this.#tab.observe();
      this.#world.judge.check('a search ends', this.#node.name, status !== 'searching', () => ['an end', status]);
      this.#checkPageWhole('the page of a search is completed');
    }
    this.#isOver = true;
  }

  begin(wish: TabSearch): void {
    this.#checkEnded();
    this.#busySinceMs = this.#world.scheduler.nowMs;
    this.#actedMs = this.#busySinceMs;
    this.#expected = this.#expect(wish);
    this.#before = null;
    this.#checkEnd(this.#expected);
  }

  /** To be called around an action of the person. */
  around(action: TabAction, act: () => void): void {
    this.#prepare(action);
    const before = this.#tab.observe();
    act();
    checkAction({ judge: this.#world.judge, node: this.#node.name, action, before, after: this.#tab.observe() });
  }

  #prepare(action: TabAction): void {
    this.#checkEnded();
    this.#actedMs = this.#world.scheduler.nowMs;
    // The rows may now change from the first one on.
    if (action.kind !== 'next-page' && action.kind !== 'freeze') this.#before = null;
    if (action.kind === 'abort' && this.#expected !== null) this.#expected = { ...this.#expected, isStopped: true };
    if ((action.kind === 'sort' || action.kind === 'retry') && this.#expected !== null) {
      this.#expected = { ...this.#expected };
      this.#busySinceMs = this.#world.scheduler.nowMs;
      this.#checkEnd(this.#expected);
    }
  }

  #expect(wish: TabSearch): ExpectedSearch {
    const filter = {
      f_startTime: wish.start,
      f_endTime: wish.end,
      f_varchi: wish.gateId === null ? undefined : [wish.gateId],
    };
    const stored = new Map(
      this.#plants.map(({ peerId, database }) => [peerId, selectTransits(database.tables.transits.values(), filter)]),
    );
    return { wish, startedMs: this.#world.scheduler.nowMs, stored, signedIn: this.#tab.signedIn(), isStopped: false };
  }

  #check(): void {
    const view = this.#tab.observe();
    const expected = this.#expected;
    if (expected === null) return;
    const facts = { world: this.#world, node: this.#node.name, plants: this.#plants, view, expected };
    checkRows(facts);
    checkCompleteness(facts);
    this.#checkPrefix(view);
    this.#before = view;
  }

  /** Rows that are shown stay where they are, unless another plant is shown or the person asks for something else. */
  #checkPrefix(view: TabView): void {
    const before = this.#before;
    const accepted = (one: TabView, except: number | null = null): string =>
      one.plants
        .flatMap(({ peerId, isAccepted, state }) =>
          isAccepted && state !== 'error' && peerId !== except ? [peerId] : [],
        )
        .join(' ');
    if (before === null || before.resultId !== view.resultId || before.startedAt !== view.startedAt) return;
    if (view.pickedPeerId !== before.pickedPeerId || view.page < before.page) return;
    if (before.isFrozen) {
      // Whoever picks a plant wants its rows, whenever they come.
      const others = [accepted(before, view.pickedPeerId), accepted(view, view.pickedPeerId)] as const;
      this.#world.judge.check('a frozen list gets no plant by itself', this.#node.name, others[0] === others[1], () => [
        ...others,
      ]);
    }
    if (accepted(view) !== accepted(before)) return;
    const keys = view.rows.map(({ peerId, id }) => `${peerId}-${id}`);
    const same = before.rows.every(({ peerId, id }, i) => keys[i] === `${peerId}-${id}`);
    this.#world.judge.check('rows that are shown stay', this.#node.name, same, () => [
      `${before.rows.length} rows to stay`,
      `another row at ${before.rows.findIndex(({ peerId, id }, i) => keys[i] !== `${peerId}-${id}`)}`,
    ]);
  }

  /** Without any fault a search ends soon. */
  #checkEnded(): void {
    const expected = this.#expected;
    const { faults, scheduler, judge } = this.#world;
    if (expected === null || scheduler.nowMs - this.#actedMs < PAGE_SOON_MS) return;
    const isCalm = this.#plants.every(({ node }) =>
      faults.isCalm(node.name, this.#node.name, expected.startedMs - 120_000, scheduler.nowMs),
    );
    if (!isCalm) return;
    this.#checkPageWhole('a page is completed soon');
    if (scheduler.nowMs - this.#busySinceMs < SOON_MS) return;
    const { status, isComplete } = this.#tab.observe();
    judge.check('a search ends soon', this.#node.name, status !== 'searching', () => ['an end', status]);
    judge.check('the counts of a search end', this.#node.name, status !== 'done' || isComplete, () => [
      'all counted',
      'counting',
    ]);
  }

  /** When nothing is fetched any more, no row of the page is missing; an interrupted one says what is. */
  #checkPageWhole(invariant: string): void {
    const { status, plants, page, isPageWhole } = this.#tab.observe();
    if (plants.length === 0 || status === 'searching') return;
    this.#world.judge.check(invariant, this.#node.name, isPageWhole, () => [
      `page ${page} whole`,
      `${status}, rows missing`,
    ]);
  }

  #checkEnd(search: ExpectedSearch): void {
    const { scheduler, judge } = this.#world;
    scheduler.after(MAX_SEARCH_MS, this.#node, 'search overdue', () => {
      if (this.#isOver || this.#expected !== search) return;
      const { status } = this.#tab.observe();
      judge.check('a search ends', this.#node.name, status !== 'searching', () => ['an end', status]);
    });
  }
}
