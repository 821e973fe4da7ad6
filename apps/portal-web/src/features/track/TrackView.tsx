import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { GapField, PeriodFields } from './TrackFields.tsx';
import { TrackList } from './TrackList.tsx';
import { TrackMap } from './TrackMap.tsx';
import { TrackPrint } from './TrackPrint.tsx';
import { TrackTable } from './TrackTable.tsx';
import styles from './Track.module.css';
import { type TrackSettings, useTrackModel } from './use-track-model.ts';

export type TrackMode = 'map' | 'list';

/** T 2.7: passages of a plate on all plants, as a map with a list, or as a list alone. */
export function TrackView(props: {
  plate: string;
  mode?: TrackMode;
  settings: TrackSettings;
  onSettings: (settings: TrackSettings) => void;
  isActive?: boolean;
  aside?: ReactNode;
}): ReactElement {
  const t = useT();
  const { plate, settings, onSettings, isActive = true } = props;
  const [mode, setMode] = useState<TrackMode>(props.mode ?? 'map');
  const work = useTrackModel(plate, settings);
  const { player } = work;
  useShortcuts(
    {
      // A focused button handles the key itself.
      ' ': ({ target }) => (target instanceof HTMLButtonElement ? target.click() : player.step({ kind: 'toggle' })),
      j: () => player.step({ kind: 'next' }),
      k: () => player.step({ kind: 'previous' }),
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
        <TrackPrint work={work} plate={plate} />
        {props.aside}
      </header>
      {mode === 'map' ? (
        <div className={styles.split}>
          <TrackMap work={work} plate={plate} />
          <TrackList work={work} />
        </div>
      ) : (
        <TrackTable work={work} />
      )}
    </section>
  );
}
