import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, type Ref, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { ComparePlateField } from './ComparePlateField.tsx';
import { MeetingList } from './MeetingList.tsx';
import { GapField, PeriodFields } from './TrackFields.tsx';
import { type ShownPlate, TrackApprovals } from './TrackApprovals.tsx';
import { TrackList } from './TrackList.tsx';
import { TrackMap } from './TrackMap.tsx';
import { TrackPrint } from './TrackPrint.tsx';
import { TrackTable } from './TrackTable.tsx';
import compared from './Comparison.module.css';
import styles from './Track.module.css';
import { type SecondPlate, useSecondPlate } from './use-comparison.ts';
import { type TrackModel, type TrackSettings, useTrackModel } from './use-track-model.ts';

export type TrackMode = 'map' | 'list';

/** T 2.7: passages of a plate on all plants, as a map with a list, or as a list alone. */
export function TrackView(props: {
  plate: string;
  mode?: TrackMode;
  settings: TrackSettings;
  onSettings: (settings: TrackSettings) => void;
  isActive?: boolean;
  aside?: ReactNode;
  /** The second plate, empty for none, and what changes it. */
  second: readonly [string, (plate: string) => void];
}): ReactElement {
  const t = useT();
  const { plate, settings, onSettings, isActive = true } = props;
  const [mode, setMode] = useState<TrackMode>(props.mode ?? 'map');
  const work = useTrackModel(plate, settings);
  const second = useSecondPlate(work, settings, props.second);
  const { player } = work;
  const compareField = useRef<HTMLInputElement>(null);
  useShortcuts(
    {
      // A focused button handles the key itself.
      ' ': ({ target }) => (target instanceof HTMLButtonElement ? target.click() : player.step({ kind: 'toggle' })),
      j: () => player.step({ kind: 'next' }),
      k: () => player.step({ kind: 'previous' }),
      q: () => compareField.current?.focus(),
    },
    isActive,
  );
  return (
    <section className={styles.page} aria-label={t('maps:track.label', { plate })}>
      <header className={styles.bar}>
        <PlateBadge plate={plate} nation={work.nation} size="card" />
        <Segmented
          label={t('maps:track.mode')}
          value={mode}
          onChange={setMode}
          options={[
            { id: 'map', label: t('maps:track.showMap') },
            { id: 'list', label: t('maps:track.showList') },
          ]}
        />
        <PeriodFields settings={settings} onSettings={onSettings} />
        <GapField settings={settings} onSettings={onSettings} />
        <span className={styles.grow} />
        <TrackPrint work={work} plate={plate} comparison={second.comparison} />
        {props.aside}
      </header>
      <TrackApprovals plates={listShownPlates(plate, work, second)} settings={settings} onSettings={onSettings} />
      {mode === 'map' ? (
        <div className={styles.split}>
          <TrackMap work={work} plate={plate} comparison={second.comparison} />
          <TrackSide work={work} plate={plate} second={second} fieldRef={compareField} />
        </div>
      ) : (
        <TrackTable work={work} />
      )}
    </section>
  );
}

/** The plate of the track and the one it is compared with, as the plants answered. */
function listShownPlates(plate: string, work: TrackModel, { comparison }: SecondPlate): readonly ShownPlate[] {
  const first = { plate, plants: work.plants };
  return comparison === null ? [first] : [first, { plate: comparison.plate, plants: comparison.work.plants }];
}

/** Beside the map: the field for a second plate, and the passages, or where both plates met. */
function TrackSide(props: {
  work: TrackModel;
  plate: string;
  second: SecondPlate;
  fieldRef: Ref<HTMLInputElement>;
}): ReactElement {
  const { work, plate, second, fieldRef } = props;
  return (
    <div className={compared.side}>
      <ComparePlateField
        key={second.plate}
        plate={plate}
        other={second.plate}
        fieldRef={fieldRef}
        onOther={second.setPlate}
      />
      {second.comparison === null ? (
        <TrackList work={work} />
      ) : (
        <MeetingList
          work={work}
          comparison={second.comparison}
          onGap={second.setGap}
          onEnd={() => second.setPlate('')}
        />
      )}
    </div>
  );
}
