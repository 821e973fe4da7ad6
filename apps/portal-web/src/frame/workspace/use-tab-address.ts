import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notify } from '../../lib/notices/notices.store.ts';
import { extractPlate, parseSearch, stringifySearch } from '../../lib/search-codec.ts';
import { translate } from '../../lib/translate.ts';
import {
  getListPlace,
  openInList,
  requestListPlace,
  requestRowFocus,
  useListPlaces,
} from '../../lib/workspace/list-place.store.ts';
import { openLinkedTab } from '../../lib/workspace/store-tabs.ts';
import { openWorkspaceTab, selectWorkspaceTab, useTabs } from '../../lib/workspace/tabs.store.ts';
import type { TransitReference } from '../../lib/workspace/transit-link.ts';
import { cleanPlateText } from '../../widgets/plate/plate-text.ts';
import { SEARCH_PATH } from '../guard-rules.ts';
import {
  buildPlace,
  decideStep,
  isBareList,
  parsePlace,
  type Place,
  type PlaceState,
  readPlaceState,
  toPlaceKey,
  toPlaceSearch,
} from './place.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    varco?: PlaceState;
  }
}

/** How long the message about a tab of somebody else is shown. */
const UNKNOWN_TAB_NOTICE_MS = 10_000;

/**
 * readings TA61: the address contains the selected tab, the open transit and the page, each of them an entry of the
 * history, and a link to a tab or transit opens it. SRCH-04: `?plate=` is read once and removed from the address at
 * once, because plates must not stay in the history.
 */
export function useTabAddress(): void {
  const router = useRouter();
  useEffect(() => {
    const address = new WorkspaceAddress(router.history, (listener) => router.subscribe('onResolved', listener));
    address.start();
    return () => address.stop();
  }, [router]);
}

/** Keeps address and workspace the same, in both directions, while the workspace is shown. */
class WorkspaceAddress {
  private readonly history: RouterHistory;
  private readonly onResolved: (listener: () => void) => () => void;
  private readonly stops: (() => void)[] = [];
  /** Place and state of the current entry of the history. */
  private entry: { place: Place; state: PlaceState };
  /** The workspace is being brought to the place of the current entry, so the entry is corrected, not followed by another. */
  private isApplying = false;
  /** `history.back()` was called and has not arrived yet. */
  private isGoingBack = false;
  private isDue = false;
  private isStopped = false;

  /** @param onResolved subscribes to the end of every navigation */
  constructor(history: RouterHistory, onResolved: (listener: () => void) => () => void) {
    this.history = history;
    this.onResolved = onResolved;
    this.entry = this.readEntry();
  }

  start(): void {
    const { history } = this;
    const requested = extractPlate(history.location.search);
    // Subscribes to the stores instead of using effects: a new address makes the browser restyle every element, which
    // is cheap while the tab is not in the document yet.
    this.stops.push(
      useTabs.subscribe(() => this.update()),
      useListPlaces.subscribe(() => this.update()),
      history.subscribe(({ action: { type } }) => {
        if (type === 'BACK' || type === 'FORWARD' || type === 'GO') this.handleTraversal();
      }),
      // After leaving and returning before the other page was loaded, the address lacks the tab and must be written
      // again.
      this.onResolved(() => this.update()),
    );
    if (requested !== null) {
      this.isApplying = true;
      openWorkspaceTab({ kind: 'transit-list', filter: { plate: cleanPlateText(requested.plate) }, runs: true });
      this.write();
    } else void this.openLinked();
  }

  stop(): void {
    this.isStopped = true;
    for (const stop of this.stops) stop();
  }

  private readEntry(): { place: Place; state: PlaceState } {
    const { search, state } = this.history.location;
    const placeState = readPlaceState(state);
    return { place: parsePlace(parseSearch(search), placeState), state: placeState };
  }

  private isHere(): boolean {
    // Another page may be loading; its address must not be changed.
    return !this.isStopped && this.history.location.pathname === SEARCH_PATH;
  }

  /** Opens what the address names when the workspace appears: after a reload, from another page, or from a link. */
  private async openLinked(): Promise<void> {
    const { place } = this.entry;
    this.isApplying = true;
    const isTabKnown = place.tab === null ? false : await openTabOfAddress(place.tab);
    if (this.isStopped) return;
    if (isTabKnown) this.applyToList(place);
    else if (place.transit !== null) return this.openLinkedTransit(place.transit);
    else if (place.tab !== null && parseSearch(this.history.location.search)['tab'] !== undefined)
      notify({
        text: translate('shell:tabs.notYours'),
        type: 'info',
        timeout: UNKNOWN_TAB_NOTICE_MS,
        link: null,
      });
    this.write();
  }

  /** A transit from a link opens over the list, so that Back leads to the list and not out of the product. */
  private openLinkedTransit({ peerId, transitId }: TransitReference): void {
    this.write();
    this.isApplying = false;
    openWorkspaceTab({ kind: 'transit-detail', peerId, transitId, plate: '' });
    this.write();
  }

  private handleTraversal(): void {
    const isExpected = this.isGoingBack;
    this.isGoingBack = false;
    if (!this.isHere()) return;
    const left = this.entry.place;
    this.entry = this.readEntry();
    // The workspace is there already, or further by now.
    if (isExpected) return this.write();
    this.isApplying = true;
    void this.applyEntry(left);
  }

  private async applyEntry(left: Place): Promise<void> {
    const { place } = this.entry;
    if (place.tab !== null) await openTabOfAddress(place.tab);
    if (this.isStopped) return;
    const { selectedId } = useTabs.getState();
    const isStillThere = left.tab === place.tab && left.search === place.search && left.transit !== null;
    // Walking through the transits may have turned the page of the list: back in the list, that page stays.
    this.applyToList(isStillThere ? { ...place, page: getListPlace(selectedId).page } : place);
    focusLeftRow(left, { ...place, tab: selectedId });
    this.write();
  }

  private applyToList({ transit, search, page, isSheetOpen }: Place): void {
    const { tabs, selectedId } = useTabs.getState();
    if (tabs.find(({ id }) => id === selectedId)?.kind !== 'transit-list') return;
    requestListPlace(selectedId, { search, page, isSheetOpen });
    openInList(selectedId, transit);
  }

  /** Writes the address once after all changes of the same moment. */
  private update(): void {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.write();
    });
  }

  private write(): void {
    if (!this.isHere() || this.isGoingBack) return;
    const state = useTabs.getState();
    const list = getListPlace(state.selectedId);
    // The list has not yet done what the entry asks.
    if (this.isApplying && useListPlaces.getState().requests.has(state.selectedId)) return;
    const next = buildPlace(state, list);
    const isTabGone = this.entry.place.tab !== null && !state.tabs.some(({ id }) => id === this.entry.place.tab);
    const step = this.isApplying ? 'replace' : decideStep(this.entry, next, { isTabGone, isDraft: list.isDraft });
    this.isApplying = false;
    if (isTabGone) focusLeftRow(this.entry.place, next);
    if (step === 'back') {
      this.isGoingBack = true;
      this.history.back();
      return;
    }
    const under = step === 'push' ? toPlaceKey(this.entry.place) : this.entry.state.under;
    const { search, isSheetOpen, tab } = next;
    this.entry = { place: next, state: { tab, search, isSheetOpen, under, isDraft: list.isDraft } };
    this.writeEntry(step === 'push', isBareList(state.tabs));
  }

  private writeEntry(isNew: boolean, isBare: boolean): void {
    const { history } = this;
    const { pathname, search, state } = history.location;
    const { tab: _, transit: __, page: ___, plate: ____, targa: _____, ...others } = parseSearch(search);
    const named = toPlaceSearch(this.entry.place);
    const { tab, ...withoutTab } = named;
    const isTabOmitted = isBare && named['transit'] === undefined;
    const text = stringifySearch({ ...others, ...(isTabOmitted ? withoutTab : { tab, ...withoutTab }) });
    const isSame = text === search && JSON.stringify(state.varco) === JSON.stringify(this.entry.state);
    if (!isNew && isSame) return;
    const entryState = { varco: this.entry.state };
    if (isNew) history.push(`${pathname}${text}`, entryState);
    else history.replace(`${pathname}${text}`, entryState);
    history.flush();
  }
}

/** Whoever leaves a transit for a list continues at its row. */
function focusLeftRow(left: Place, next: Place): void {
  if (left.transit === null || next.transit !== null || next.tab === null) return;
  requestRowFocus(next.tab, `${left.transit.peerId}-${left.transit.transitId}`);
}

/** Opens a tab of this user by its id, also one that was closed since; false: there is none. */
async function openTabOfAddress(id: string): Promise<boolean> {
  if (!useTabs.getState().tabs.some((tab) => tab.id === id)) return openLinkedTab(id);
  selectWorkspaceTab(id);
  return true;
}
