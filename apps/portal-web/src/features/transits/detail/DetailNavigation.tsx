import { IconButton } from '@varco/ui/IconButton.tsx';
import { type ReactElement, useEffect } from 'react';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { prepareSecondScreen } from '../../../lib/second-screen/open-second-screen.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import styles from './detail.module.css';
import { getNavigationState, findAdjacentRow } from './adjacent-row.ts';
import { getSearchSession, useSearchState } from '../search/search-sessions.ts';
import { type ListRow, buildSearchView } from '../search/search-view.ts';

/**
 * Position of a transit in the list it was opened from, with links to the previous and next one (J, K). Draws nothing
 * when the list no longer contains the transit.
 */
export function DetailNavigation(props: {
  listTabId: string;
  /** Key of the displayed row. */
  rowKey: string;
  onGo: (row: ListRow) => void;
}): ReactElement | null {
  const t = useT();
  // A list in whose place a detail is open, as after a reload, does not draw the tools that do this.
  useEffect(() => void prepareSecondScreen(), []);
  const session = getSearchSession(props.listTabId);
  const state = useSearchState(session);
  const { rows, total, isTotalExact } = buildSearchView(state, [], now());
  const go = async (step: 1 | -1): Promise<void> => {
    const row = await findAdjacentRow(session, props.rowKey, step);
    if (row !== null) props.onGo(row);
  };
  const here = rows.find((row) => row.key === props.rowKey);
  useShortcuts({ j: () => void go(-1), k: () => void go(1) }, here !== undefined);
  if (here === undefined) return null;
  const can = getNavigationState(session, props.rowKey);
  const position = isTotalExact ? 'detail:position' : 'detail:positionAtLeast';
  return (
    <span className={styles.walk}>
      <span className={styles.faint}>{t(position, { n: here.number, total })}</span>
      <IconButton
        icon="chevronLeft"
        name={t('detail:previous')}
        keys={['J']}
        isDisabled={!can.back}
        onClick={() => void go(-1)}
      />
      <IconButton
        icon="chevronRight"
        name={t('detail:next')}
        keys={['K']}
        isDisabled={!can.on}
        onClick={() => void go(1)}
      />
    </span>
  );
}
