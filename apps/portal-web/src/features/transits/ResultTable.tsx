import { DataTable } from '@varco/ui/DataTable.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Pager } from '@varco/ui/Pager.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { RichText, useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { plantCode, plantLabel } from '../../lib/plants/use-plants.ts';
import { useChosenTransit } from '../../lib/transit-actions/chosen-transit.store.ts';
import { subjectOf } from '../../lib/transit-actions/transit-action.ts';
import { useTransitActions } from '../../lib/transit-actions/use-transit-actions.ts';
import styles from './ResultArea.module.css';
import { isHit } from './listed.ts';
import type { ResultAreaProps } from './result-area-props.ts';
import type { SearchSession } from './search-session.ts';
import type { ListRow } from './search-view.ts';
import { adrColumns, type PlantFacts, transitColumns } from './transit-columns.tsx';

/** The rows of a page with their keys, menu and pager. */
export function ResultTable(props: ResultAreaProps): ReactElement {
  const t = useT();
  const { session, state, view } = props;
  const [current, setCurrent] = useCurrentRow(props.openKey);
  const chosen = view.rows.find((row) => row.key === current);
  useChosenTransit(chosen === undefined ? null : subjectOf(chosen.peerId, chosen.transit), props.tabId);
  const [menu, setMenu] = useState<{ row: ListRow; anchor: HTMLElement } | null>(null);
  const columnsOf = state.filter?.isAdr === true ? adrColumns : transitColumns;
  const columns = columnsOf(t, plantFactsOf(props.plants), state.startedAt ?? now());
  const { order, page } = state;
  return (
    <>
      {/* From the first touch the list stands still: late rows are announced above it. Rows that appear under a resting
          pointer are no touch, so only a real movement counts. */}
      <div
        className={styles.table}
        role="presentation"
        onPointerMove={(event) => {
          if (event.movementX !== 0 || event.movementY !== 0) session.freeze();
        }}
        onPointerDown={() => session.freeze()}
        onWheel={() => session.freeze()}
        onKeyDown={() => session.freeze()}
      >
        <DataTable
          label={t('transits:list.title')}
          columns={columns}
          rows={view.rows}
          rowKey={(row) => row.key}
          rowIdPrefix="lpr-row-"
          rowOffset={(page - 1) * 50}
          rowTotal={view.isTotalExact ? view.total : null}
          currentKey={current}
          onCurrent={setCurrent}
          onOpen={props.onOpen}
          onDoubleOpen={props.onOpenTab}
          onPreviousPage={() => session.goToPage(page - 1)}
          onNextPage={() => session.goToPage(page + 1)}
          onMenu={(row, anchor) => setMenu((open) => (open?.row.key === row.key ? null : { row, anchor }))}
          sort={{ field: order.field, sign: order.isDescending ? '-' : '+' }}
          onSort={(field) => session.sortBy(field)}
          isHit={({ transit }) => isHit(transit)}
        />
        {menu !== null && <TransitMenu {...props} row={menu.row} anchor={menu.anchor} onClose={() => setMenu(null)} />}
      </div>
      <ResultFooter session={session} page={page} pageCount={view.pageCount} />
    </>
  );
}

/** The row in hand; previous and next in the detail beside the list take it along, into sight. */
function useCurrentRow(openKey: string | null): [string | null, (key: string | null) => void] {
  const [current, setCurrent] = useState<string | null>(openKey);
  const [lastOpen, setLastOpen] = useState(openKey);
  if (openKey !== lastOpen) {
    setLastOpen(openKey);
    if (openKey !== null) setCurrent(openKey);
  }
  useEffect(() => {
    const row = openKey === null ? null : document.getElementById(`lpr-row-${openKey}`);
    row?.scrollIntoView({ block: 'nearest' });
    // The focus goes along where it was in the rows; elsewhere it stays.
    if (document.activeElement?.id.startsWith('lpr-row-') === true) row?.focus({ preventScroll: true });
  }, [openKey]);
  return [current, setCurrent];
}

/** The actions on one row, hanging from its button. */
function TransitMenu(
  props: ResultAreaProps & { row: ListRow; anchor: HTMLElement; onClose: () => void },
): ReactElement {
  const t = useT();
  const { row, anchor, tabId, onOpen } = props;
  const items = useTransitActions(subjectOf(row.peerId, row.transit), {
    place: 'list',
    tabId,
    openDetail: () => onOpen(row),
  });
  return <RowMenu anchor={anchor} label={t('transits:list.rowMenu')} items={items} onClose={props.onClose} />;
}

function ResultFooter(props: { session: SearchSession; page: number; pageCount: number }): ReactElement {
  const t = useT();
  const { session, page, pageCount } = props;
  return (
    <footer className={styles.footer}>
      <span className={styles.hint}>
        <Kbd keys={['↑', '↓']} /> {t('widgets:table.keys.row')}
      </span>
      <span className={styles.hint}>
        <Kbd keys={['←', '→']} /> {t('widgets:table.keys.page')}
      </span>
      <span className={styles.hint}>
        <Kbd keys={[t('common:keys.enter')]} /> {t('widgets:table.keys.open')}
      </span>
      <span className={styles.hint}>
        <Kbd keys={['?']} /> {t('widgets:table.keys.shortcuts')}
      </span>
      <span className={styles.grow} />
      <span>
        <RichText text="widgets:pager.position" values={{ page, pages: pageCount }} />
      </span>
      <Pager
        page={page}
        pageCount={pageCount}
        onPage={(next) => session.goToPage(next)}
        labels={{
          label: t('widgets:pager.label'),
          previous: t('widgets:pager.previous'),
          next: t('widgets:pager.next'),
          page: (number) => t('widgets:pager.page', { page: number }),
        }}
      />
    </footer>
  );
}

function plantFactsOf(plants: readonly PlantSession[]): (peerId: number) => PlantFacts {
  const facts = new Map(
    plants.map((plant) => [
      plant.peerId,
      { label: plantLabel(plant), code: plantCode(plant), retentionDays: plant.login?.parameters.retention_days ?? 90 },
    ]),
  );
  return (peerId) => facts.get(peerId) ?? { label: '', code: '', retentionDays: 90 };
}
