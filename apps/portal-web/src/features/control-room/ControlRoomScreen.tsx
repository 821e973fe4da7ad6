import { Button } from '@mantine/core';
import { formatTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import styles from './ControlRoom.module.css';
import { CameraPanel } from './cameras/CameraPanel.tsx';
import { HourChart } from './HourChart.tsx';
import { mergePlantNotes } from '../../widgets/reports/merge-plant-notes.ts';
import { explainMissing, type PlantLine } from './plant-lines.ts';
import { PlantStrip } from './PlantStrip.tsx';
import { TileRow } from './TileRow.tsx';
import { useChartHours } from './use-chart-hours.ts';
import { useWatchedPlants, type WatchedPlants } from './use-watched-plants.ts';
import { requestFullScreen } from './wall/use-wall-display.ts';
import { WallScreen } from './wall/WallScreen.tsx';

interface Wall {
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onLeave: () => void;
  /** The latest alerts, in the size of the wall. */
  readonly alerts: ReactNode;
  readonly clock: ReactNode;
}

/**
 * /control-room (decisions; ADR 0039): figures of today, live, with what is missing in them. `alerts`: the live feed.
 * The wall shows the same figures; its streams are those of the desk, so changing between them is no new consultation.
 */
export function ControlRoomScreen(props: { alerts: ReactNode; wall: Wall }): ReactElement {
  const [attempt, setAttempt] = useState(0);
  const plants = useWatchedPlants(attempt);
  const { isShown, onShow, ...wall } = props.wall;
  if (isShown) return <WallScreen plants={plants} {...wall} />;
  return (
    <RegularScreen plants={plants} alerts={props.alerts} onWall={onShow} onRetry={() => setAttempt((n) => n + 1)} />
  );
}

function RegularScreen(props: {
  plants: WatchedPlants;
  alerts: ReactNode;
  onWall: () => void;
  onRetry: () => void;
}): ReactElement {
  const t = useT();
  const { lines, counted } = props.plants;
  const notes = mergePlantNotes(lines.flatMap(({ name, state, watch }) => explainMissing(name, state, watch, t)));
  return (
    <ScreenFrame
      label={t('controlRoom:title')}
      id="control-room"
      ground="plain"
      status={
        <>
          <LiveStatus lines={lines} />
          <WallButton onShow={props.onWall} />
        </>
      }
      notices={
        notes.length > 0 && (
          <PartialNotice
            notes={notes}
            canRetry={lines.some(({ state }) => state === 'reason')}
            onRetry={props.onRetry}
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
      <RegularColumns plants={props.plants} alerts={props.alerts} />
    </ScreenFrame>
  );
}

/** What stands below the tiles: chart, plants and cameras, with the alerts beside them. */
function RegularColumns(props: { plants: WatchedPlants; alerts: ReactNode }): ReactElement {
  const t = useT();
  const { lines, counted, readable, nowMs } = props.plants;
  const hours = useChartHours(counted);
  const partial =
    counted.length < lines.length ? t('controlRoom:partial', { count: counted.length, all: lines.length }) : null;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <HourChart hours={hours} lines={lines} partial={partial} />
        <PlantStrip lines={lines} nowMs={nowMs} />
        {readable.length > 0 && <CameraPanel plants={readable} />}
      </div>
      {props.alerts}
    </div>
  );
}

function WallButton(props: { onShow: () => void }): ReactElement {
  const t = useT();
  const show = (): void => {
    requestFullScreen();
    props.onShow();
  };
  useShortcuts({ w: show });
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={styles.toWall}
      leftSection={<Icon name="fullscreen" size="sm" />}
      rightSection={<Kbd keys={['W']} />}
      onClick={show}
    >
      {t('controlRoom:wall.show')}
    </Button>
  );
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

/** What is missing in the figures: each reason once, with the plants it is true of. */
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
