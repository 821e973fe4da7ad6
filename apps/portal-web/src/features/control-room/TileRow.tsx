import type { ControlRoomCounts } from '@varco/contract/plant/control-room.ts';
import { formatPercent } from '@varco/i18n/format.ts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import styles from './ControlRoom.module.css';
import { CountTile, formatChanges } from './CountTile.tsx';
import { computeTotal, type FigureName, FIGURES, sumCameras } from './totals.ts';
import { buildTransitListFilter } from './transit-list-filter.ts';

/** The figures of today over the plants that are live. */
export function TileRow(props: {
  counted: readonly (readonly [peerId: number, ControlRoomCounts])[];
  allPlants: number;
}): ReactElement {
  const t = useT();
  const { counted, allPlants } = props;
  const navigate = useNavigate();
  const all = counted.map(([, counts]) => counts);
  const cameras = sumCameras(all);
  return (
    <div role="group" aria-label={t('controlRoom:tiles')} className={styles.tiles}>
      {FIGURES.map((name) => (
        <FigureTile key={name} name={name} counted={counted} allPlants={allPlants} />
      ))}
      <CountTile
        name="cameras"
        value={all.length === 0 ? null : cameras.off}
        lines={[t('controlRoom:camerasOf', { count: cameras.active })]}
        plants={all.length}
        allPlants={allPlants}
        onOpen={() => void navigate({ to: '/map' })}
      />
    </div>
  );
}

function FigureTile(props: {
  name: FigureName;
  counted: readonly (readonly [peerId: number, ControlRoomCounts])[];
  allPlants: number;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const { name, counted, allPlants } = props;
  const all = counted.map(([, counts]) => counts);
  const total = computeTotal(all, name);
  const compared = all.flatMap(({ confronto }) => confronto ?? []);
  // Plants are compared up to the same hour; a plant whose hour has just changed is a moment ahead.
  const until = compared.map(({ fino }) => fino).toSorted()[0] ?? null;
  const weeks = Math.max(0, ...compared.map(({ settimane }) => settimane));
  const open = (): void => {
    const filter = buildTransitListFilter(name, counted);
    if (filter === null) return void navigate({ to: '/statistics' });
    openWorkspaceTab({ kind: 'transit-list', filter, runs: true });
    void navigate({ to: '/lpr' });
  };
  return (
    <CountTile
      name={name}
      value={total.value}
      lines={[
        ...(name === 'checked' ? formatCheckedShare(all, t, language) : []),
        ...formatChanges(total, until, weeks, name === 'transits', t, language),
      ]}
      plants={total.plants}
      allPlants={allPlants}
      onOpen={open}
    />
  );
}

/** Share of the transits that were checked, on the plants that show both. */
function formatCheckedShare(
  all: readonly ControlRoomCounts[],
  t: ReturnType<typeof useT>,
  language: ReturnType<typeof useLanguage>,
): readonly string[] {
  const shown = all.filter(({ oggi }) => oggi.controllate !== null);
  const transits = shown.reduce((sum, { oggi }) => sum + oggi.transiti, 0);
  const checked = shown.reduce((sum, { oggi }) => sum + (oggi.controllate ?? 0), 0);
  return transits === 0
    ? []
    : [t('controlRoom:checkedShare', { share: formatPercent(checked / transits, 1, language) })];
}
