import { DataTable } from '@varco/ui/DataTable.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { CardGrid } from '@varco/ui/CardGrid.tsx';
import type { ReactElement, ReactNode } from 'react';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { namePlate } from '../../../widgets/plate/name-plate.ts';
import styles from './ResultArea.module.css';
import { hasAlarm } from './list-status.ts';
import { usePlantFacts, useResultColumns } from './result-columns.ts';
import { ResultFooter } from './ResultFooter.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { HoverCard } from './HoverCard.tsx';
import { canSelect } from './selection.ts';
import { useCardRenderer } from './use-card-renderer.tsx';
import { useRowActions } from './use-row-actions.ts';
import { type ListSelection, useSelection } from './use-selection.ts';
import type { ResultAreaProps } from './result-area-props.ts';
import { useColumnChoice, useResultView } from './result-view.store.ts';
import type { SearchSession } from '../search/search-session.ts';
import type { ListRow } from '../search/search-view.ts';
import { useFirstRowFocus } from '../search/first-row-focus.ts';

/** The rows of a page as table or cards, with selection, keyboard control, menu and pager. */
export function ResultTable(props: ResultAreaProps): ReactElement {
  const t = useT();
  const { session, state, view } = props;
  const { order, page } = state;
  const isGrid = useResultView() === 'grid';
  const plantOf = usePlantFacts(props.plants);
  const selection = useSelection(props.tabId, state.filter, view.rows);
  const work = useRowActions({ ...props, rows: view.rows, selection });
  const mode = state.filter?.isAdr === true ? 'adr' : 'plate';
  const [choice] = useColumnChoice(mode);
  const columns = useResultColumns(mode, plantOf, state.startedAt ?? now(), choice);
  const card = useCardRenderer(plantOf);
  useFirstRowFocus(view.rows[0], state.startedAt, state.status === 'searching', state.search?.isFrozen === true);
  const list = {
    label: t('transits:list.title'),
    rows: view.rows,
    rowKey: (row: ListRow) => row.key,
    rowOffset: (page - 1) * 50,
    rowTotal: view.isTotalExact ? view.total : null,
    currentKey: work.currentKey,
    onCurrent: work.setCurrent,
    onOpen: props.onOpen,
    onDoubleOpen: props.onOpenTab,
    onPreviousPage: () => session.goToPage(page - 1),
    // The last row of a page that is still arriving is not its end.
    onNextPage: () => {
      if (view.merged?.isComplete !== false) session.goToPage(page + 1);
    },
    onMenu: work.toggleMenu,
    isHit: ({ transit }: ListRow) => hasAlarm(transit),
    selection: useTableSelection(selection),
  };
  return (
    <>
      <SelectionBar selection={selection} isGrid={isGrid} plantOf={plantOf} />
      <FreezeOnInteraction session={session}>
        {isGrid ? (
          <CardGrid {...list} rowIdPrefix="lpr-grid-" card={card} />
        ) : (
          <DataTable
            {...list}
            rowIdPrefix="lpr-row-"
            columns={columns}
            sort={{ field: order.field, sign: order.isDescending ? '-' : '+' }}
            onSort={(field) => session.sortBy(field)}
          />
        )}
        {!isGrid && <HoverCard rows={view.rows} plantOf={plantOf} />}
        {work.menu !== null && <RowMenu {...work.menu} label={t('transits:list.rowMenu')} onClose={work.closeMenu} />}
      </FreezeOnInteraction>
      <ResultFooter {...props} plantOf={plantOf} />
    </>
  );
}

/**
 * Freezes the list at the first interaction: later rows are then announced above it instead of inserted. Rows that
 * appear under a resting pointer are no interaction, so only real pointer movement counts.
 */
function FreezeOnInteraction({ session, children }: { session: SearchSession; children: ReactNode }): ReactElement {
  return (
    <div
      className={styles.table}
      role="presentation"
      onPointerMove={(event) => {
        if (event.movementX !== 0 || event.movementY !== 0) session.freeze();
      }}
      onPointerDown={() => session.freeze()}
      onWheel={() => session.freeze()}
      // Uses the capture phase: rows and cards stop the propagation of the keys they handle.
      onKeyDownCapture={() => session.freeze()}
    >
      {children}
    </div>
  );
}

/** Selection state for the tick boxes of table and cards; undefined while multi-select is off. */
function useTableSelection({ selection, toggle, page }: ListSelection) {
  const t = useT();
  if (!selection.isActive) return undefined;
  return {
    keys: new Set(selection.items.keys()),
    onToggle: toggle,
    canSelect: ({ transit }: ListRow) => canSelect(transit.targa),
    getTickName: ({ transit }: ListRow) =>
      t(canSelect(transit.targa) ? 'transits:selection.tick' : 'transits:selection.notPossible', {
        plate: namePlate(t, transit.targa),
      }),
    page: { name: t('transits:selection.page'), ...page },
  };
}
