import { Button } from '@mantine/core';
import { formatTime } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { toInstant } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { ProductLogo } from '../../../widgets/shell/ProductLogo.tsx';
import type { PlantLine } from '../plant-lines.ts';
import { PlantCards } from '../PlantStrip.tsx';
import { TileRow } from '../TileRow.tsx';
import type { WatchedPlants } from '../use-watched-plants.ts';
import { getPageOfStep, paginatePlants, useRotation } from './rotation.ts';
import { useFullScreenOfWall, useScreenOn, useWallZoom } from './use-wall-display.ts';
import styles from './Wall.module.css';
import { PageDots } from './PageDots.tsx';
import { useWallPages, WallPage } from './WallPages.tsx';

/**
 * The control room for a screen on the wall (mock-up 06b): the same figures, enlarged with the screen; what does not fit
 * on it takes turns, and it says in large letters when it is not live.
 */
export function WallScreen(props: {
  plants: WatchedPlants;
  alerts: ReactNode;
  clock: ReactNode;
  onLeave: () => void;
}): ReactElement {
  const t = useT();
  const { onLeave } = props;
  const { lines, counted, readable, nowMs } = props.plants;
  const [isPaused, pause] = useState(false);
  const { count, step } = useRotation(isPaused);
  const pages = useWallPages(readable);
  const plantPages = paginatePlants(lines);
  const plantPage = getPageOfStep(count, plantPages.length);
  const page = getPageOfStep(count, pages.length);
  useShortcuts({
    Escape: onLeave,
    w: onLeave,
    j: () => step(1),
    k: () => step(-1),
    p: () => pause((is) => !is),
  });
  useFullScreenOfWall(onLeave);
  useScreenOn();
  const zoom = useWallZoom();
  return (
    <section id="control-room" aria-label={t('controlRoom:wall.title')} className={styles.wall} style={{ zoom }}>
      <header className={styles.head}>
        <ProductLogo size={30} />
        <h1 className={styles.title}>{t('controlRoom:title')}</h1>
        {isPaused && <span className={styles.quiet}>{t('controlRoom:wall.paused')}</span>}
        <span className={styles.grow} />
        <PlantMeter lines={lines} />
        <span className={styles.clock}>{props.clock}</span>
      </header>
      {counted.length === 0 && <NotLive lines={lines} />}
      <div className={styles.tiles}>
        <TileRow counted={counted} allPlants={lines.length} />
      </div>
      <div className={styles.body}>
        <div className={styles.left}>
          <div className={styles.page}>
            <WallPage page={pages[page] ?? 'chart'} plants={props.plants} />
            <PageDots page={page} pages={pages.length} />
          </div>
          <div className={styles.plants}>
            <PlantCards lines={plantPages[plantPage] ?? []} nowMs={nowMs} />
            <PageDots page={plantPage} pages={plantPages.length} />
          </div>
        </div>
        {props.alerts}
      </div>
      <Footer lines={lines} onLeave={onLeave} />
    </section>
  );
}

/** One bar for each plant, and how many are live. */
function PlantMeter(props: { lines: readonly PlantLine[] }): ReactElement {
  const t = useT();
  const { lines } = props;
  const live = lines.filter(({ state }) => state === 'live').length;
  return (
    <span className={styles.meter}>
      <span className={styles.bars} aria-hidden="true">
        {lines.map(({ peerId, state }) => (
          <span
            key={peerId}
            className={cx(
              styles.bar,
              state === 'live' && styles.live,
              (state === 'lost' || state === 'refused') && styles.lost,
            )}
          />
        ))}
      </span>
      <span role="status">{t('controlRoom:live', { count: live, all: lines.length })}</span>
    </span>
  );
}

/** Instead of figures that would look like those of now. */
function NotLive(props: { lines: readonly PlantLine[] }): ReactElement {
  const t = useT();
  const heardMs = Math.max(0, ...props.lines.map(({ watch }) => watch.heardMs ?? 0));
  const isStarting = heardMs === 0 && props.lines.some(({ state }) => state === 'waiting' || state === 'signingIn');
  if (isStarting) return <p className={styles.starting}>{t('controlRoom:wall.starting')}</p>;
  return (
    <p className={styles.dead} role="alert">
      <strong>{t('controlRoom:wall.notLive')}</strong>{' '}
      {heardMs === 0
        ? t('controlRoom:wall.neverHeard')
        : t('controlRoom:wall.lastHeard', { at: formatTime(toInstant(heardMs)) })}
    </p>
  );
}

/** Time of the figures, plants that are not in them, and the way out. */
function Footer(props: { lines: readonly PlantLine[]; onLeave: () => void }): ReactElement {
  const t = useT();
  const live = props.lines.filter(({ state }) => state === 'live');
  const newest = live
    .flatMap(({ watch }) => watch.counts?.ora ?? [])
    .toSorted()
    .at(-1);
  const away = props.lines.filter(({ state }) => state !== 'live').map(({ name }) => name);
  return (
    <footer className={styles.foot}>
      <span>
        {newest !== undefined && `${t('controlRoom:updated', { at: formatTime(newest) })}. `}
        {away.length > 0 && t('controlRoom:wall.missing', { count: away.length, plants: away.join(', ') })}
      </span>
      <Button size="compact-sm" variant="subtle" rightSection={<Kbd keys={['Esc']} />} onClick={props.onLeave}>
        {t('controlRoom:wall.leave')}
      </Button>
    </footer>
  );
}
