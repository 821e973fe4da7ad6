import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { getReasonHeader, useReason } from '../../lib/case/reason.ts';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useSealedState } from '../../lib/storage/use-sealed-state.ts';
import { GateMultiSelect } from '../../widgets/gates/GateMultiSelect.tsx';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { GateTile } from './GateTile.tsx';
import { type MonitorChoice, countTiles, NO_CHOICE, storedMonitorChoice } from './monitor-choice.ts';
import { selectMonitorGates } from './monitor-gates.ts';
import styles from './Monitor.module.css';
import { MonitorBar } from './MonitorBar.tsx';
import { MonitorNotes } from './MonitorNotes.tsx';
import { PlantOverview } from './PlantOverview.tsx';
import { useGateWatch, getWatched } from './use-gate-watch.ts';
import type { Watched } from './watch-plant.ts';
import { usePauseOnHover, useFullscreen } from './use-monitor-view.ts';
import { useRotation, useCurrentTime } from './use-rotation.ts';

/** Interval at which the shown ages are updated. */
const AGE_REFRESH_MS = 5_000;
const MAX_SELECTED_GATES = 2_000;

/** The page of gates shown, and its rotation. */
function usePagedGates(gates: readonly PlantGate[], choice: MonitorChoice) {
  const tiles = countTiles(choice);
  const pages = Math.ceil(gates.length / tiles);
  const [isPaused, setPaused] = useState(false);
  const { isHeld: isStored, hold } = usePauseOnHover();
  const { page, stepPage: run } = useRotation(pages, choice.rotation, isPaused || isStored);
  const first = page * tiles;
  const shown = gates.slice(first, first + tiles);
  return {
    shown,
    turn: run,
    hold,
    isPaused,
    isHeld: isPaused || isStored,
    pause: () => setPaused(!isPaused),
    page: { from: first + 1, to: first + shown.length, pages },
  };
}

/** /monitor-cam (decisions, ADR 0022): newest transit of each selected gate, in a grid with optional page rotation. */
export function MonitorScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(isReadable);
  return plants.length === 0 ? (
    <EmptyState icon="lock" tone="pv" title={t('monitor:noPlant')}>
      {t('monitor:noPlantText')}
    </EmptyState>
  ) : (
    <MonitorView plants={plants} />
  );
}

/** Selected gates with their watch state; each plant is watched separately. */
function useWatchedGates(readable: readonly PlantSession[], choice: MonitorChoice) {
  const [attempt, setAttempt] = useState(0);
  const plants = readable.filter(({ peerId }) => choice.peerIds.includes(peerId));
  const peerKey = plants.map(({ peerId }) => peerId).join();
  const peerIds = useMemo(() => (peerKey === '' ? [] : peerKey.split(',').map(Number)), [peerKey]);
  const states = useGateStates(peerIds);
  const known = states.gates;
  const {
    gates,
    byPlant,
    truncatedPlants: cut,
  } = useMemo(() => selectMonitorGates({ ...choice, peerIds }, known), [choice, peerIds, known]);
  // With another reason the watch is opened again, so that it is audited under that reason.
  const reason = useReason(getReasonHeader);
  const watched = useGateWatch(byPlant, `${attempt} ${reason ?? ''}`);
  return { plants, peerIds, states, gates, cut, watched, retry: () => setAttempt(attempt + 1) };
}

function MonitorView(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const [choice, setChoice, isLoaded] = useSealedState(storedMonitorChoice, () => NO_CHOICE);
  const change = (part: Partial<MonitorChoice>): void => setChoice((now) => ({ ...now, ...part }));
  const [isChoosing, setChoosing] = useState(false);
  const page = useRef<HTMLElement>(null);
  const work = useWatchedGates(props.plants, choice);
  const { plants, peerIds, states, gates, cut, watched, retry } = work;
  const turning = usePagedGates(gates, choice);
  const wall = useFullscreen(page);
  useShortcuts({ p: turning.pause, f: wall.toggle, j: () => turning.turn(1), k: () => turning.turn(-1) });
  const hasChoice = plants.length > 0;
  const isOpen = isChoosing || (isLoaded && !hasChoice);
  return (
    <section ref={page} className={styles.page} aria-label={t('monitor:title')} data-wall={wall.isOn}>
      <MonitorBar
        choice={choice}
        onChoice={change}
        isChoosing={isOpen}
        onChoose={() => setChoosing(!isChoosing)}
        count={gates.length}
        page={turning.page}
        onPageStep={turning.turn}
        isPaused={turning.isPaused}
        isHeld={turning.isHeld}
        onPause={turning.pause}
        isFullscreen={wall.isOn}
        onToggleFullscreen={wall.toggle}
      />
      {isOpen && (
        <GateChooser
          {...{ choice, peerIds, hasChoice }}
          plants={props.plants}
          gates={states.gates}
          change={(part) => {
            // Selecting the first plant must not close the selection.
            setChoosing(true);
            change(part);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      <MonitorNotes plants={plants} watched={watched} gatesFailed={states.failed} cut={cut} onRetry={retry} />
      {gates.length > 0 ? (
        <GateTiles turning={turning} watched={watched} columns={choice.columns} />
      ) : (
        isLoaded &&
        (hasChoice ? (
          <NoGatesNotice isLoading={states.isLoading} />
        ) : (
          <PlantOverview plants={props.plants} onWatch={(peerId) => change({ peerIds: [peerId], gates: [] })} />
        ))
      )}
    </section>
  );
}

function GateTiles(props: {
  turning: ReturnType<typeof usePagedGates>;
  watched: ReadonlyMap<number, Watched>;
  columns: MonitorChoice['columns'];
}): ReactElement {
  const t = useT();
  const { turning, watched, columns } = props;
  const { shown, hold } = turning;
  const time = useCurrentTime(AGE_REFRESH_MS, nowMs);
  return (
    <ul className={styles.grid} data-columns={columns} aria-label={t('monitor:grid')} id="results" ref={hold}>
      {shown.map((gate) => (
        <GateTile
          key={`${gate.peerId}:${gate.gate.id}`}
          gate={gate}
          watched={getWatched(watched, gate.peerId)}
          nowMs={time}
          isLarge={columns === '1'}
        />
      ))}
    </ul>
  );
}

function GateChooser(props: {
  plants: readonly PlantSession[];
  gates: readonly PlantGate[];
  peerIds: readonly number[];
  choice: MonitorChoice;
  change: (part: Partial<MonitorChoice>) => void;
  hasChoice: boolean;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plants, gates, peerIds, choice, change, hasChoice, onClose } = props;
  return (
    <section className={styles.chooser} aria-label={t('monitor:settings')}>
      <GateMultiSelect
        plants={plants}
        gates={gates}
        peerIds={peerIds}
        onPeerIds={(ids) =>
          change({ peerIds: [...ids], gates: choice.gates.filter(({ peerId }) => ids.includes(peerId)) })
        }
        chosen={choice.gates.filter(({ peerId }) => peerIds.includes(peerId))}
        onChosen={(chosen) => change({ gates: [...chosen] })}
        isAllUsual={false}
        most={MAX_SELECTED_GATES}
      />
      {hasChoice && (
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('monitor:close')}
        </Button>
      )}
    </section>
  );
}

function NoGatesNotice(props: { isLoading: boolean }): ReactElement {
  const t = useT();
  return (
    <EmptyState
      icon={props.isLoading ? 'clock' : 'lock'}
      title={t(props.isLoading ? 'common:loading' : 'monitor:noGates')}
    />
  );
}
