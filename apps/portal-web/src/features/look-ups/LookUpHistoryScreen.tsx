import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
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
  const [opened, setOpened] = useState<LookUpObject | null>(null);
  const peerId = plants.find((plant) => plant.peerId === requested.peerId)?.peerId ?? plants[0]?.peerId ?? null;
  return (
    // The section scrolls and may contain nothing focusable, so it must be focusable itself (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('pages:title.lookUpHistory')}>
      <div className={styles.bar}>
        <p className={styles.intro}>{t('lookUps:past.intro')}</p>
        <Link to="/visure-ministeriali" className={styles.link}>
          <Icon name="plus" /> {t('lookUps:toForms')}
        </Link>
      </div>
      {peerId === null ? (
        <EmptyState icon="lock" tone="pv" title={t('lookUps:noPlant')} />
      ) : (
        <>
          <HistoryFilters
            key={peerId}
            plants={plants}
            peerId={peerId}
            filter={requested.filter}
            onPlant={(id) => setRequested((before) => ({ ...before, peerId: id, page: 1 }))}
            onFilter={(filter) => setRequested({ peerId, filter, page: 1 })}
            onExport={() => void downloadHistory(peerId, requested.filter, t)}
          />
          <HistoryResults
            peerId={peerId}
            asked={requested}
            onPage={(page) => setRequested((before) => ({ ...before, page }))}
            onOpen={(id) => void openStoredLookUp(peerId, id).then(setOpened, notifyError)}
          />
          <HistoryCosts peerId={peerId} filter={requested.filter} />
        </>
      )}
      {opened !== null && peerId !== null && (
        <Modal
          opened
          size="xl"
          onClose={() => setOpened(null)}
          title={t('lookUps:past.answer')}
          closeButtonProps={{ 'aria-label': t('common:close') }}
        >
          <ResultCard entry={toLookUpEntry(opened, peerId, t, toRomeDay(now()))} />
        </Modal>
      )}
    </section>
  );
}

function HistoryResults(props: {
  peerId: number;
  asked: HistoryView;
  onPage: (page: number) => void;
  onOpen: (id: string) => void;
}): ReactElement {
  const t = useT();
  const { peerId, asked: requested, onPage } = props;
  const found = useQuery(lookUpHistoryQuery(peerId, requested.filter, requested.page));
  if (found.isError) {
    return (
      <Notice tone="al" isUrgent actions={<Button onClick={() => void found.refetch()}>{t('common:retry')}</Button>}>
        {t('lookUps:past.failed')}
      </Notice>
    );
  }
  if (found.data === undefined) return <EmptyState icon="clock" title={t('lookUps:past.loading')} />;
  const { objects, pagination } = found.data;
  if (objects.length === 0) return <EmptyState icon="search" title={t('lookUps:past.empty')} />;
  const pages = pagination.num_pages ?? 1;
  return (
    <>
      <HistoryTable objects={objects} onOpen={props.onOpen} />
      <nav className={styles.pager} aria-label={t('lookUps:past.page', { page: requested.page, pages })}>
        <Button variant="default" disabled={!pagination.has_previous} onClick={() => onPage(requested.page - 1)}>
          {t('lookUps:past.previous')}
        </Button>
        <span>{t('lookUps:past.page', { page: requested.page, pages })}</span>
        <Button variant="default" disabled={!pagination.has_next} onClick={() => onPage(requested.page + 1)}>
          {t('lookUps:past.next')}
        </Button>
      </nav>
    </>
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
