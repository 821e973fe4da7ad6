// A page of samples is easier to read in one function than split by length.
/* oxlint-disable max-lines-per-function */
import { Button } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Pager } from '@varco/ui/Pager.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { ColumnPicker } from '@varco/ui/ColumnPicker.tsx';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { selectColumns, type ColumnChoice } from '@varco/ui/column-choice.ts';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { CaseBar } from '../widgets/case-bar/CaseBar.tsx';
import { CompletenessLine } from '../widgets/completeness/CompletenessLine.tsx';
import { ConnectionMeter } from '../widgets/plants/ConnectionMeter.tsx';
import { PlantColumn } from '../widgets/plants/PlantColumn.tsx';
import { PlateInput } from '../widgets/plate/PlateInput.tsx';
import { Rail } from '../widgets/shell/Rail.tsx';
import { TabStrip } from '../widgets/shell/TabStrip.tsx';
import { Avatar, ClockText, TopBar } from '../widgets/shell/TopBar.tsx';
import { SampleBell } from './SampleBell.tsx';
import styles from './Gallery.module.css';
import {
  SAMPLE_CASE,
  SAMPLE_HEALTH,
  SAMPLE_RAIL,
  SAMPLE_ROWS,
  SAMPLE_SEGMENTS,
  SAMPLE_TABS,
  samplePlants,
} from './sample-data.ts';
import { sampleColumns, sampleMenu } from './sample-table.tsx';

const ignore = (): void => undefined;

function SampleTopBar(): ReactElement {
  return (
    <TopBar
      title="Transiti GK5*,*48*"
      caseBar={<CaseBar caseInHand={SAMPLE_CASE} onChange={ignore} onLog={ignore} />}
      health={<ConnectionMeter plants={SAMPLE_HEALTH} onOpen={ignore} />}
      alerts={<SampleBell />}
      theme={{ isDark: false, onToggle: ignore }}
      help={{ isOpen: false, onToggle: () => undefined }}
      clock={<ClockText hoursMinutes="14:32" seconds="41" />}
      user={<Avatar initials="MF" name="Marta Ferri" />}
    />
  );
}

function SampleQueryBar(): ReactElement {
  const [plate, setPlate] = useState('GK5*,*48*');
  const [period, setPeriod] = useState('week');
  return (
    <search className={styles.query}>
      <PlateInput value={plate} onChange={setPlate} keyName="Q" />
      <Segmented
        label="Periodo rapido"
        value={period}
        onChange={setPeriod}
        options={[
          { id: 'today', label: 'Oggi' },
          { id: 'yesterday', label: 'Ieri' },
          { id: 'week', label: '7 GG' },
          { id: 'all', label: 'Tutti' },
        ]}
      />
      <Button variant="default" leftSection={<Icon name="filter" />}>
        Filtri
      </Button>
      <IconButton icon="close" name="Azzera filtri" />
      <span className={styles.grow} />
      <Segmented
        label="Vista"
        value="table"
        onChange={ignore}
        options={[
          { id: 'table', label: <Icon name="list" />, name: 'Tabella' },
          { id: 'grid', label: <Icon name="grid" />, name: 'Griglia' },
        ]}
      />
      <Button variant="default" leftSection={<Icon name="share" />}>
        Esporta
      </Button>
    </search>
  );
}

function SampleResults(): ReactElement {
  const t = useT();
  const [current, setCurrent] = useState<string | null>('6');
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [page, setPage] = useState(1);
  const [choice, setChoice] = useState<ColumnChoice>({ order: [], hidden: [] });
  const columns = sampleColumns();
  return (
    <section className={styles.results}>
      <CompletenessLine
        segments={SAMPLE_SEGMENTS}
        onRetry={ignore}
        period="14/11 00:00 – 20/11 23:59"
        answeredAt="14:32:07"
        durationMs={1840}
        range={{ from: 1, to: 50, total: 1284 }}
      >
        <ColumnPicker
          columns={columns}
          choice={choice}
          onChange={setChoice}
          labels={{
            title: t('widgets:table.columns'),
            show: (column) => t('widgets:table.showColumn', { column }),
            moveUp: (column) => t('widgets:table.moveUp', { column }),
            moveDown: (column) => t('widgets:table.moveDown', { column }),
          }}
        />
      </CompletenessLine>
      <div className={styles.table}>
        <DataTable
          label="Transiti"
          columns={selectColumns(columns, choice)}
          rows={SAMPLE_ROWS}
          rowKey={(row) => row.id}
          rowIdPrefix="lpr-row-"
          currentKey={current}
          onCurrent={setCurrent}
          onOpen={ignore}
          onMenu={(_row, anchor) => setMenu(menu === null ? anchor : null)}
          onNextPage={() => setPage(page + 1)}
          onPreviousPage={() => setPage(Math.max(1, page - 1))}
          sort={{ field: 'data', sign: '-' }}
          onSort={ignore}
          isHit={(row) => row.registry === 'si' || row.stolen === 'si'}
        />
      </div>
      {menu !== null && (
        <RowMenu
          anchor={menu}
          label={t('widgets:table.rowMenu')}
          items={sampleMenu(ignore)}
          onClose={() => setMenu(null)}
        />
      )}
      <div className={styles.pagerLine}>
        <span className={styles.grow} />
        <Pager
          page={page}
          pageCount={26}
          onPage={setPage}
          labels={{
            label: t('widgets:pager.label'),
            previous: t('widgets:pager.previous'),
            next: t('widgets:pager.next'),
            page: (number) => t('widgets:pager.page', { page: number }),
          }}
        />
      </div>
    </section>
  );
}

/** The search screen built from the shared components, for comparison with its design. */
export function SearchPage(): ReactElement {
  const [isCollapsed, setCollapsed] = useState(true);
  const [requestedAt] = useState(() => performance.now() - 6000);
  const [plant, setPlant] = useState<string | null>(null);
  const [tab, setTab] = useState('1');
  return (
    <div className={styles.app}>
      <Rail
        sections={SAMPLE_RAIL}
        activeId="lpr"
        isCollapsed={isCollapsed}
        onToggle={() => setCollapsed(!isCollapsed)}
        onNavigate={ignore}
      />
      <div className={styles.main}>
        <SampleTopBar />
        <TabStrip
          tabs={SAMPLE_TABS}
          activeId={tab}
          panelId="work"
          onSelect={setTab}
          onClose={ignore}
          onMove={ignore}
          onNew={ignore}
          onAll={ignore}
          undo={null}
        />
        <main className={styles.work}>
          <div id="work" role="tabpanel" aria-labelledby={`tab-${tab}`} className={styles.work}>
            <SampleQueryBar />
            <div className={styles.columns}>
              <PlantColumn
                plants={samplePlants(requestedAt)}
                selected={plant}
                onSelect={setPlant}
                total={1284}
                onConfiguration={ignore}
              />
              <SampleResults />
            </div>
          </div>
        </main>
      </div>
    </div>
  );
}
