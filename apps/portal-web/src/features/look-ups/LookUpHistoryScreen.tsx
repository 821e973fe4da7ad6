import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import type { Pagination } from '@varco/contract/wire.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { toRomeDay, shiftDays } from '../../lib/rome-days.ts';
import { saveFile } from '../../lib/save-file.ts';
import { HistoryCosts } from './HistoryCosts.tsx';
import { HistoryFilters } from './HistoryFilters.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { toLookUpEntry } from './look-up-entry.ts';
import { canReadHistory } from './look-up-plants.ts';
import { exportLookUpHistory, type HistoryFilter, lookUpHistoryQuery, openStoredLookUp } from './look-ups.api.ts';
import styles from './LookUps.module.css';
import { ResultCard } from './ResultCard.tsx';

const DEFAULT_DAYS = 30;
const NOTICE_DURATION_MS = 5_000;

/** Plant, filter and page shown. */
interface HistoryView {
  readonly peerId: number | null;
  readonly filter: HistoryFilter;
  readonly page: number;
}

const createDefaultFilter = (): HistoryFilter => {
  const today = now();
  return {
    from: toRomeDay(shiftDays(today, -DEFAULT_DAYS)),
    to: toRomeDay(today),
    like: '',
    request: null,
    isPaid: null,
  };
};

/** Decisions, "Look-up history": who looked up what, when, why and at what cost, with the stored responses. */
export function LookUpHistoryScreen(): ReactElement {
  const t = useT();
  const plants = usePlantList().filter(canReadHistory);
  const [requested, setRequested] = useState<HistoryView>(() => ({
    peerId: null,
    filter: createDefaultFilter(),
    page: 1,
  }));
  const peerId = plants.find((plant) => plant.peerId === requested.peerId)?.peerId ?? plants[0]?.peerId;
  if (peerId === undefined) {
    return (
      <ScreenFrame
        label={t('pages:title.lookUpHistory')}
        empty={<EmptyState icon="lock" tone="pv" title={t('lookUps:noPlant')} />}
      />
    );
  }
  return <History plants={plants} peerId={peerId} requested={requested} onRequest={setRequested} />;
}

function History(props: {
  plants: readonly PlantSession[];
  peerId: number;
  requested: HistoryView;
  onRequest: (view: HistoryView) => void;
}): ReactElement {
  const t = useT();
  const { plants, peerId, requested, onRequest } = props;
  const [opened, setOpened] = useState<LookUpObject | null>(null);
  const found = useQuery(lookUpHistoryQuery(peerId, requested.filter, requested.page));
  const pagination = found.data?.pagination;
  return (
    <ScreenFrame
      label={t('pages:title.lookUpHistory')}
      intro={t('lookUps:past.intro')}
      toolbar={
        <HistoryFilters
          key={peerId}
          plants={plants}
          peerId={peerId}
          filter={requested.filter}
          onPlant={(id) => onRequest({ ...requested, peerId: id, page: 1 })}
          onFilter={(filter) => onRequest({ peerId, filter, page: 1 })}
          onExport={() => void downloadHistory(peerId, requested.filter, t)}
        />
      }
      waiting={found.isPending && t('lookUps:past.loading')}
      footer={
        pagination !== undefined &&
        (pagination.has_previous || pagination.has_next) && (
          <HistoryPager
            page={requested.page}
            pagination={pagination}
            onPage={(page) => onRequest({ ...requested, page })}
          />
        )
      }
    >
      {found.isError ? (
        <Notice tone="al" isUrgent actions={<Button onClick={() => void found.refetch()}>{t('common:retry')}</Button>}>
          {t('lookUps:past.failed')}
        </Notice>
      ) : (
        <HistoryRows
          objects={found.data?.objects ?? null}
          onOpen={(id) => void openStoredLookUp(peerId, id).then(setOpened, notifyError)}
        />
      )}
      <HistoryCosts peerId={peerId} filter={requested.filter} />
      {opened !== null && <StoredLookUp opened={opened} peerId={peerId} onClose={() => setOpened(null)} />}
    </ScreenFrame>
  );
}

function StoredLookUp(props: { opened: LookUpObject; peerId: number; onClose: () => void }): ReactElement {
  const t = useT();
  return (
    <Modal
      opened
      size="xl"
      onClose={props.onClose}
      title={t('lookUps:past.answer')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ResultCard entry={toLookUpEntry(props.opened, props.peerId, t, toRomeDay(now()))} />
    </Modal>
  );
}

function HistoryRows(props: {
  objects: readonly LookUpObject[] | null;
  onOpen: (id: string) => void;
}): ReactElement | null {
  const t = useT();
  const { objects, onOpen } = props;
  if (objects === null) return null;
  if (objects.length === 0)
    return (
      <EmptyState icon="search" title={t('lookUps:past.empty')}>
        {t('lookUps:past.emptyText')}
      </EmptyState>
    );
  return <HistoryTable objects={objects} onOpen={onOpen} />;
}

function HistoryPager(props: { page: number; pagination: Pagination; onPage: (page: number) => void }): ReactElement {
  const t = useT();
  const { page, pagination, onPage } = props;
  const text = t('lookUps:past.page', { page, pages: pagination.num_pages ?? 1 });
  return (
    <nav className={styles.pager} aria-label={text}>
      <Button variant="default" disabled={!pagination.has_previous} onClick={() => onPage(page - 1)}>
        {t('lookUps:past.previous')}
      </Button>
      <span>{text}</span>
      <Button variant="default" disabled={!pagination.has_next} onClick={() => onPage(page + 1)}>
        {t('lookUps:past.next')}
      </Button>
    </nav>
  );
}

/** Downloads the filtered rows as a file. The media type is set here and never taken from the plant. */
async function downloadHistory(peerId: number, filter: HistoryFilter, t: ReturnType<typeof useT>): Promise<void> {
  try {
    const sent = await exportLookUpHistory(peerId, filter);
    const bytes = Uint8Array.from(atob(sent.data), (sign) => sign.charCodeAt(0));
    saveFile(`visure-${toRomeDay(now())}.csv`, new Blob([bytes], { type: 'text/csv' }));
    const text = sent.isCut
      ? t('lookUps:past.exportCut', { count: sent.count })
      : t('lookUps:past.exported', { count: sent.count });
    notify({ text, type: 'success', timeout: NOTICE_DURATION_MS, link: null });
  } catch {
    notify({ text: t('lookUps:past.exportFailed'), type: 'error', timeout: NOTICE_DURATION_MS, link: null });
  }
}
