import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { now } from '../../../lib/clock.ts';
import { bindSecondScreenSteps } from '../../../lib/second-screen/second-screen-host.ts';
import {
  type ListPosition,
  showOnSecondScreen,
  useSecondScreen,
} from '../../../lib/second-screen/second-screen.store.ts';
import { useCurrentTransit } from '../../../lib/transit-actions/current-transit.store.ts';
import { openInList } from '../../../lib/workspace/list-place.store.ts';
import { SecondScreenBar } from '../../../widgets/second-screen/SecondScreenBar.tsx';
import { findAdjacentRow, getNavigationState } from '../detail/adjacent-row.ts';
import { DetailNavigation } from '../detail/DetailNavigation.tsx';
import { useSelections } from '../results/selection.store.ts';
import { getSearchSession, useSearchState } from './search-sessions.ts';
import { buildSearchView, type ListRow } from './search-view.ts';
import type { OpenTransit } from './use-list-place.ts';

interface Props {
  readonly tabId: string;
  readonly open: OpenTransit | null;
  readonly onRow: (row: ListRow) => void;
}

/** What a list does while the second screen is open: it says so, and shows its selected row there. */
export function ListOnSecondScreen({ tabId, open, onRow }: Props): ReactElement {
  useFollowArrows(tabId);
  useShowOpenRow(tabId, open);
  useStepsFromSecondScreen(tabId, open, onRow);
  return (
    <SecondScreenBar
      hasSubject={open !== null}
      navigation={open !== null && <DetailNavigation listTabId={tabId} rowKey={open.key} onGo={onRow} />}
    />
  );
}

/** Keys that move from row to row. */
const ROW_KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);
/** Only the row where an arrow key comes to rest is shown: every opened transit is an entry of the log. */
const ARROW_DEBOUNCE_MS = 250;

const isRow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[id^="lpr-row-"], [id^="lpr-grid-"]') !== null;

/** Shows the row to which the arrow keys lead. A row that gets the focus by itself, as after a search, is not shown. */
function useFollowArrows(tabId: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      const { subject, tabId: from } = useCurrentTransit.getState();
      // In multi-selection the keys lead to rows that are ticked, not opened.
      if (subject === null || from !== tabId || useSelections.getState().tabs.get(tabId)?.selection.isActive) return;
      openInList(tabId, { peerId: subject.peerId, transitId: subject.transitId });
    };
    const onKey = ({ key, target }: KeyboardEvent): void => {
      if (!ROW_KEYS.has(key) || !isRow(target)) return;
      clearTimeout(timer);
      timer = setTimeout(show, ARROW_DEBOUNCE_MS);
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey, { capture: true });
    };
  }, [tabId]);
}

/** Shows the open row with its position. A list without an open row leaves what another screen shows. */
function useShowOpenRow(tabId: string, open: OpenTransit | null): void {
  const session = getSearchSession(tabId);
  const state = useSearchState(session);
  const { rows, total, isTotalExact } = buildSearchView(state, [], now());
  const here = rows.find(({ key }) => key === open?.key);
  const { back, on } = open === null ? { back: false, on: false } : getNavigationState(session, open.key);
  const position = { n: here?.number ?? 0, total, isExact: isTotalExact, back, on };
  const isGone = here === undefined && state.status !== 'searching';
  const plate = here?.transit.targa;
  const show = useEffectEvent(() => {
    const { subject } = useSecondScreen.getState();
    if (open === null) {
      if (subject?.tabId === tabId) showOnSecondScreen(null);
      return;
    }
    const shown: ListPosition = here === undefined ? (isGone ? 'gone' : null) : position;
    // The plate of a row that is no longer in the list is still known.
    const known = subject?.transitId === open.transitId && subject.peerId === open.peerId ? subject.plate : '';
    showOnSecondScreen({ peerId: open.peerId, transitId: open.transitId, plate: plate ?? known, tabId }, shown);
  });
  const isOn = useSecondScreen(({ status }) => status === 'on');
  useEffect(() => show(), [tabId, open?.key, plate, isGone, position.n, total, isTotalExact, back, on, isOn]);
}

/** Previous and next of the second window move the selection here. */
function useStepsFromSecondScreen(tabId: string, open: OpenTransit | null, onRow: (row: ListRow) => void): void {
  const step = useEffectEvent(async (by: 1 | -1) => {
    const row = open === null ? null : await findAdjacentRow(getSearchSession(tabId), open.key, by);
    if (row !== null) onRow(row);
  });
  useEffect(() => bindSecondScreenSteps((by) => void step(by)), []);
}
