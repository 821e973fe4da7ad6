import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { toMilliseconds, nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { entryPreviewQuery } from './blacklist.api.ts';
import styles from './Lists.module.css';

const TYPING_DELAY_MS = 500;
const MAX_GATES_SHOWN = 5;

/**
 * Preview of a new entry: alerts it would have raised in the last 7 days, and where the plate was last seen: on
 * the plants chosen, because an entry raises alerts only where it is saved. Loaded while the form is filled in, so that it is visible before saving.
 */
export function EntryPreview(props: {
  plate: string;
  isApproximate: boolean;
  /** Plants that the entry is saved on. */
  plants: readonly PlantSession[];
}): ReactElement | null {
  const t = useT();
  const [plate] = useDebouncedValue(normaliseListPlate(props.plate), TYPING_DELAY_MS);
  const { plants, isApproximate } = props;
  const found = useQueries({
    queries: plants.map(({ credentialId }) => ({
      ...entryPreviewQuery(credentialId, plate ?? '', isApproximate),
      enabled: plate !== null,
    })),
  });
  if (plate === null || plants.length === 0) return null;
  const answered = found.flatMap(({ data }, at) => {
    const plant = plants[at];
    return data === undefined || plant === undefined ? [] : [{ data, label: getPlantLabel(plant) }];
  });
  const failed = plants.filter((_, at) => found[at]?.isError === true).map(getPlantLabel);
  const notChecked = failed.length > 0 && <p>{t('lists:past.failed', { plants: failed.join(', ') })}</p>;
  // No plant answered: unknown, which differs from nothing found.
  if (found.every(({ isError }) => isError)) return <Notice tone="wa">{notChecked}</Notice>;
  if (found.some(({ isPending }) => isPending)) return <Notice tone="in">{t('lists:past.waiting')}</Notice>;
  const count = answered.reduce((sum, { data }) => sum + data.alerts, 0);
  const gates = answered
    .flatMap(({ data, label }) => data.gates.map((gate) => ({ ...gate, label })))
    .toSorted((a, b) => b.n - a.n);
  const [last] = answered
    .flatMap(({ data, label }) => (data.last === null ? [] : [{ ...data.last, label }]))
    .toSorted((a, b) => toMilliseconds(b.data) - toMilliseconds(a.data));
  return (
    <Notice tone={count > 0 ? 'wa' : 'in'} title={t('lists:past.title')} size="block">
      <p>{count === 0 ? t('lists:past.none') : t('lists:past.would', { count })}</p>
      {gates.length > 0 && (
        <ul className={styles.plain}>
          {gates.slice(0, MAX_GATES_SHOWN).map(({ varco, varco_id: id, label, n }) => (
            <li key={`${label} ${id}`}>{t('lists:past.gate', { gate: varco, plant: label, count: n })}</li>
          ))}
          {gates.length > MAX_GATES_SHOWN && (
            <li>{t('lists:past.moreGates', { count: gates.length - MAX_GATES_SHOWN })}</li>
          )}
        </ul>
      )}
      <p>
        {last === undefined
          ? t('lists:past.never')
          : t('lists:past.last', { ago: formatTimeAgo(t, last.data), gate: last.varco, plant: last.label })}
      </p>
      {notChecked}
    </Notice>
  );
}

const MINUTE_MS = 60_000;

function formatTimeAgo(t: Translate, at: string): string {
  const minutes = Math.max(0, Math.round((nowMs() - toMilliseconds(at)) / MINUTE_MS));
  if (minutes < 120) return t('lists:past.minutes', { count: minutes });
  if (minutes < 48 * 60) return t('lists:past.hours', { count: Math.round(minutes / 60) });
  return t('lists:past.days', { count: Math.round(minutes / 1440) });
}
