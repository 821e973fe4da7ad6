import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AlertFilter } from '@varco/contract/plant/alerts.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { getPlantLabel, usePlant, usePlantList } from '../../lib/plants/use-plants.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { historyQuery, mergePlantPages } from './alert-history.ts';
import { formatAlertReason } from './format-alert.ts';
import { AlertKindChip } from './AlertKindChip.tsx';
import styles from './alerts.module.css';

/** The history as a list. A click or Enter on a row opens its alert, where it can be taken and closed. */
export function AlertHistoryTable(props: {
  peerIds: readonly number[];
  filter: AlertFilter;
  /** Row that is current: the one opened last, so that returning to the list returns to it. */
  currentKey: string | null;
  onCurrent: (key: string) => void;
  onOpen: (stored: ReceivedAlert) => void;
}): ReactElement {
  const t = useT();
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...historyQuery(props.peerIds, props.filter),
    enabled: props.peerIds.length > 0,
  });
  const { rows, failures } = mergePlantPages(data?.pages ?? []);
  const isEmpty = rows.length === 0 && failures.length === 0;
  if (isEmpty && isPending && props.peerIds.length > 0) return <Notice tone="in">{t('alerts:history.loading')}</Notice>;
  return (
    <>
      {failures.map(({ peerId, error }) => (
        <PlantFailure key={peerId} peerId={peerId} error={error} />
      ))}
      {isEmpty && (
        <EmptyState icon="bell" title={t('alerts:history.none')}>
          {t('alerts:history.noneText')}
        </EmptyState>
      )}
      {rows.length > 0 && <HistoryRows {...props} rows={rows} />}
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
  currentKey: string | null;
  onCurrent: (key: string) => void;
  onOpen: (stored: ReceivedAlert) => void;
}): ReactElement {
  const t = useT();
  const plants = usePlantList();
  const own = useRef<HTMLDivElement>(null);
  useFocusOnReturn(own, props.currentKey);
  const getLabel = (peerId: number): string => {
    const plant = plants.find((one) => one.peerId === peerId);
    return plant === undefined ? '' : getPlantLabel(plant);
  };
  return (
    <div ref={own} className={styles.rows}>
      <DataTable
        label={t('alerts:history.list')}
        columns={buildColumns(t, getLabel)}
        rows={props.rows}
        rowKey={({ id }) => id}
        currentKey={props.currentKey}
        onCurrent={props.onCurrent}
        onOpen={props.onOpen}
        isHit={({ alert }) => alert.priorita === 1 && alert.esito === null}
        density="normal"
      />
    </div>
  );
}

/** Returns the focus to the row that was open: the list is a new element then. */
function useFocusOnReturn(own: RefObject<HTMLElement | null>, opened: string | null): void {
  const first = useRef(opened);
  useEffect(() => {
    if (first.current !== null) own.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus();
  }, [own]);
}

const buildColumns = (t: Translate, getLabel: (peerId: number) => string): readonly Column<ReceivedAlert>[] => {
  const name = (id: 'at' | 'plate' | 'kind' | 'gate' | 'why' | 'owner' | 'outcome') => ({
    id,
    header: t(`alerts:history.columns.${id}`),
    name: t(`alerts:history.columns.${id}`),
  });
  return [
    {
      ...name('plate'),
      pinned: 'start',
      cell: ({ alert }) => <PlateBadge plate={alert.targa} nation={alert.nazione === '' ? null : alert.nazione} />,
    },
    { ...name('at'), canWrap: true, cell: ({ alert }) => formatDateTime(alert.data) },
    { ...name('kind'), cell: ({ alert }) => <AlertKindChip kind={alert.tipo} /> },
    {
      ...name('gate'),
      canWrap: true,
      cell: ({ peerId, alert }) => [getLabel(peerId), alert.varco].filter(Boolean).join(' · '),
    },
    { ...name('why'), priority: 2, cell: ({ alert }) => formatAlertReason(alert, t) },
    { ...name('owner'), priority: 3, cell: ({ alert }) => alert.in_carico_a },
    {
      ...name('outcome'),
      priority: 1,
      cell: ({ alert }) =>
        alert.esito === null ? (
          <StatusChip tone="nt" word={t('alerts:history.openOutcome')} />
        ) : (
          <StatusChip tone="ok" icon="check" word={t(`alerts:outcome.${alert.esito}`)} />
        ),
    },
  ];
};

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
