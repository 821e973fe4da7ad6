// A page of samples is easier to read in one function than split by length.
/* oxlint-disable max-lines-per-function */
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { AlertValue } from '../widgets/alert/AlertValue.tsx';
import { CaseBar } from '../widgets/case-bar/CaseBar.tsx';
import { CompletenessLine } from '../widgets/completeness/CompletenessLine.tsx';
import { ConnectionMeter } from '../widgets/plants/ConnectionMeter.tsx';
import { PlantColumn } from '../widgets/plants/PlantColumn.tsx';
import { PlateBadge } from '../widgets/plate/PlateBadge.tsx';
import { PlateInput } from '../widgets/plate/PlateInput.tsx';
import { BottomBar } from '../widgets/shell/BottomBar.tsx';
import { Avatar, ClockText, TopBar } from '../widgets/shell/TopBar.tsx';
import { SampleBell } from './SampleBell.tsx';
import styles from './Gallery.module.css';
import { SAMPLE_CASE, SAMPLE_HEALTH, SAMPLE_RAIL, SAMPLE_ROWS, SAMPLE_SEGMENTS, samplePlants } from './sample-data.ts';

const ignore = (): void => undefined;

/** The phone layout, built from the shared components. */
export function PhonePage(): ReactElement {
  const [plate, setPlate] = useState('GK5*,*48*');
  const [requestedAt] = useState(() => performance.now());
  return (
    <div className={styles.phone}>
      <TopBar
        title="Transiti"
        caseBar={<CaseBar caseInHand={SAMPLE_CASE} onChange={ignore} onLog={ignore} isLine />}
        health={<ConnectionMeter plants={SAMPLE_HEALTH} onOpen={ignore} />}
        alerts={<SampleBell />}
        theme={{ isDark: true, onToggle: ignore }}
        help={{ isOpen: false, onToggle: () => undefined }}
        clock={<ClockText hoursMinutes="14:32" seconds="41" />}
        user={<Avatar initials="MF" name="Marta Ferri" />}
      />
      <main className={styles.phoneMain}>
        <div className={styles.phoneQuery}>
          <div className={styles.phoneLine}>
            <PlateInput value={plate} onChange={setPlate} size="touch" isFullWidth />
            <IconButton icon="search" name="Cerca" size="touch" />
          </div>
          <Segmented
            label="Periodo rapido"
            value="week"
            onChange={ignore}
            size="touch"
            isFullWidth
            options={[
              { id: 'today', label: 'Oggi' },
              { id: 'yesterday', label: 'Ieri' },
              { id: 'week', label: '7 GG' },
              { id: 'all', label: 'Tutti' },
            ]}
          />
        </div>
        <PlantColumn
          plants={samplePlants(requestedAt)}
          selected={null}
          onSelect={ignore}
          total={1284}
          onConfiguration={ignore}
          layout="chips"
        />
        <CompletenessLine segments={SAMPLE_SEGMENTS} onRetry={ignore} range={{ from: 1, to: 50, total: 1284 }} />
        {SAMPLE_ROWS.slice(0, 4).map((row) => (
          <article key={row.id} className={styles.card}>
            <PlateBadge plate={row.plate} nation={row.nation} size="card" /> <b>{row.time}</b>
            <div>
              <AlertValue field="assicurata" value={row.insured} isNamed />{' '}
              <AlertValue field="revisionata" value={row.inspected} isNamed />
            </div>
          </article>
        ))}
      </main>
      <BottomBar
        sections={SAMPLE_RAIL}
        first={SAMPLE_RAIL.flatMap((section) => section.items.map(({ id }) => id)).slice(0, 4)}
        activeId="lpr"
        onNavigate={ignore}
      />
    </div>
  );
}
