import { Button } from '@mantine/core';
import { formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import styles from './ControlRoom.module.css';
import { HourChart } from './HourChart.tsx';
import { explainMissing, getLineState } from './plant-lines.ts';
import { type PlantLine, PlantStrip } from './PlantStrip.tsx';
import { TileRow } from './TileRow.tsx';
import { sumHours } from './totals.ts';
import { getWatch, useNowMs, usePlantCounts } from './use-plant-counts.ts';

/** Ages and silent plants are looked at this often; counts come when a plant sends them. */
const LOOK_EVERY_MS = 5_000;

/** /control-room (decisions; ADR 0039): figures of today, live, with what is missing in them. `alerts`: the live feed. */
export function ControlRoomScreen(props: { alerts: ReactNode }): ReactElement {
  const t = useT();
  const all = usePlantList().filter(({ credential }) => credential.enabled);
  const [attempt, setAttempt] = useState(0);
  const byPlant = usePlantCounts(all.filter(isReadable), attempt);
  const nowMs = useNowMs(LOOK_EVERY_MS);
  const lines: readonly PlantLine[] = all.map((plant) => {
    const watch = getWatch(byPlant, plant.peerId);
    return { peerId: plant.peerId, name: getPlantLabel(plant), watch, state: getLineState(plant, watch, nowMs) };
  });
  const counted = lines.flatMap(({ peerId, state, watch }) =>
    state === 'live' && watch.counts !== null ? [[peerId, watch.counts] as const] : [],
  );
  const notes = lines.flatMap(({ name, state, watch }) => explainMissing(name, state, watch, t));
  const partial =
    counted.length < lines.length ? t('controlRoom:partial', { count: counted.length, all: lines.length }) : null;
  return (
    <ScreenFrame
      label={t('controlRoom:title')}
      id="control-room"
      ground="plain"
      status={<LiveStatus lines={lines} />}
      notices={
        notes.length > 0 && (
          <PartialNotice
            notes={notes}
            canRetry={lines.some(({ state }) => state === 'reason')}
            onRetry={() => setAttempt((n) => n + 1)}
          />
        )
      }
      empty={
        lines.length === 0 && (
          <EmptyState icon="tower" title={t('controlRoom:noPlant')}>
            {t('controlRoom:noPlantText')}
          </EmptyState>
        )
      }
    >
      <TileRow counted={counted} allPlants={lines.length} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <ChartOfPlants counted={counted} lines={lines} partial={partial} />
          <PlantStrip lines={lines} nowMs={nowMs} />
        </div>
        {props.alerts}
      </div>
    </ScreenFrame>
  );
}

function ChartOfPlants(props: {
  counted: Parameters<typeof sumHours>[0];
  lines: readonly PlantLine[];
  partial: string | null;
}): ReactElement {
  const { counted, lines, partial } = props;
  const hours = sumHours(counted);
  const key = JSON.stringify(hours);
  // The chart is drawn again only when an hour changed, not with every count.
  const [drawn, setDrawn] = useState({ key, hours });
  if (drawn.key !== key) setDrawn({ key, hours });
  const names = new Map(lines.map(({ peerId, name }) => [peerId, name]));
  return <HourChart hours={drawn.hours} names={names} partial={partial} />;
}

/** Whether the screen is live, in words: announced when it changes, not with every count. */
function LiveStatus(props: { lines: readonly PlantLine[] }): ReactElement {
  const t = useT();
  const live = props.lines.filter(({ state }) => state === 'live');
  const heard = live.flatMap(({ watch }) => watch.counts?.ora ?? []).toSorted();
  const newest = heard.at(-1);
  return (
    <>
      <Remark tone={live.length === 0 ? 'wa' : 'ok'} icon={live.length === 0 ? 'wifiOff' : 'wifi'} isLive>
        {live.length === 0
          ? t('controlRoom:notLive')
          : t('controlRoom:live', { count: live.length, all: props.lines.length })}
      </Remark>
      {newest !== undefined && <Remark>{t('controlRoom:updated', { at: formatTime(newest) })}</Remark>}
    </>
  );
}

/** What is missing in the figures, plant by plant with its reason. */
function PartialNotice(props: { notes: readonly string[]; canRetry: boolean; onRetry: () => void }): ReactElement {
  const t = useT();
  return (
    <Notice
      tone="wa"
      title={t('controlRoom:partialTitle')}
      {...(props.canRetry
        ? {
            actions: (
              <Button size="compact-xs" variant="default" onClick={props.onRetry}>
                {t('controlRoom:retry')}
              </Button>
            ),
          }
        : {})}
    >
      {props.notes.map((note) => (
        <span key={note} className={styles.note}>
          {note}
        </span>
      ))}
    </Notice>
  );
}
