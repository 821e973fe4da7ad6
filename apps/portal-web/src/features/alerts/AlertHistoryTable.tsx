import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AlertFilter } from '@varco/contract/plant/alerts.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { type ReceivedAlert, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { historyQuery, mergePlantPages } from './alert-history.ts';
import { formatAlertReason } from './format-alert.ts';
import { AlertCard } from './AlertCard.tsx';
import { AlertKindChip } from './AlertKindChip.tsx';
import styles from './alerts.module.css';

const COLUMNS = ['at', 'plate', 'kind', 'gate', 'why', 'owner', 'outcome'] as const;

/** The history as a list; an opened alert replaces it. */
export function AlertHistoryTable(props: { peerIds: readonly number[]; filter: AlertFilter }): ReactElement {
  const t = useT();
  const [chosen, setChosen] = useState<ReceivedAlert | null>(null);
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    ...historyQuery(props.peerIds, props.filter),
    enabled: props.peerIds.length > 0,
  });
  // Changes made in the card are newer than the list.
  const live = useAlerts(({ list }) => list.find(({ id }) => id === chosen?.id));
  if (chosen !== null) {
    const back = (): void => {
      setChosen(null);
      void refetch();
    };
    return <AlertCard held={live !== undefined && live.version > chosen.version ? live : chosen} onBack={back} />;
  }
  const { rows, failures } = mergePlantPages(data?.pages ?? []);
  return (
    <>
      {failures.map(({ peerId, error }) => (
        <PlantFailure key={peerId} peerId={peerId} error={error} />
      ))}
      {rows.length === 0 && !isPending && failures.length === 0 ? (
        <EmptyState icon="bell" title={t('alerts:history.none')}>
          {t('alerts:history.noneText')}
        </EmptyState>
      ) : (
        <HistoryRows rows={rows} onChoose={setChosen} />
      )}
      {hasNextPage && (
        <div>
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('alerts:history.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function HistoryRows(props: {
  rows: readonly ReceivedAlert[];
  onChoose: (stored: ReceivedAlert) => void;
}): ReactElement {
  const t = useT();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('alerts:history.list')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`alerts:history.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((stored) => (
            <HistoryRow key={stored.id} held={stored} onChoose={props.onChoose} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HistoryRow(props: { held: ReceivedAlert; onChoose: (stored: ReceivedAlert) => void }): ReactElement {
  const { held: stored, onChoose } = props;
  const { alert } = stored;
  const t = useT();
  const plant = usePlant(stored.peerId);
  return (
    <tr>
      <td>{formatDateTime(alert.data)}</td>
      <td>
        <button type="button" className={styles.link} onClick={() => onChoose(stored)}>
          <PlateBadge plate={alert.targa} nation={alert.nazione === '' ? null : alert.nazione} />
        </button>
      </td>
      <td>
        <AlertKindChip kind={alert.tipo} />
      </td>
      <td>
        {plant === null ? '' : `${getPlantLabel(plant)} · `}
        {alert.varco}
      </td>
      <td>{formatAlertReason(alert, t)}</td>
      <td>{alert.in_carico_a}</td>
      <td>
        {alert.esito === null ? (
          <StatusChip tone="nt" word={t('alerts:history.openOutcome')} />
        ) : (
          <StatusChip tone="ok" icon="check" word={t(`alerts:outcome.${alert.esito}`)} />
        )}
      </td>
    </tr>
  );
}

/** Error of one plant, with the plant's name. */
export function PlantFailure(props: { peerId: number; error: unknown }): ReactElement {
  const t = useT();
  const plant = usePlant(props.peerId);
  const facts = props.error instanceof ApiError ? props.error.facts : null;
  const text = facts === null ? t('errors:code.internal') : formatError(facts, false, t);
  return (
    <Notice tone="al">
      {t('alerts:history.failed', { plant: plant === null ? String(props.peerId) : getPlantLabel(plant), text })}
    </Notice>
  );
}
