import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { SegmentButton, SegmentGroup } from '@varco/ui/SegmentGroup.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { mergeLogs } from './merge-logs.ts';
import { type LogLevel, type LogSource, systemLogsQuery } from './system-log.api.ts';
import styles from './SystemLogScreen.module.css';
import { SystemLogTable } from './SystemLogTable.tsx';
import { useLogSources } from './use-log-sources.ts';

const LEVELS: readonly LogLevel[] = ['info', 'warn', 'error'];

/** P 2 /system-logs (readings, part C): events that the portal and the plants logged, for users who may read them. */
export function SystemLogScreen(): ReactElement {
  const t = useT();
  const sources = useLogSources();
  return (
    // The section scrolls and may contain nothing focusable, so it must be focusable itself (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('pages:title.systemLogs')}>
      <p className={styles.intro}>{t('logs:intro')}</p>
      {sources.size === 0 ? (
        <EmptyState icon="lock" tone="pv" title={t('logs:noSource')}>
          {t('logs:noSourceText')}
        </EmptyState>
      ) : (
        <LogView sources={sources} />
      )}
    </section>
  );
}

function LogView(props: { sources: ReadonlyMap<LogSource, string> }): ReactElement {
  const t = useT();
  const { sources } = props;
  const [level, setLevel] = useState<LogLevel>('info');
  const [chosen, setChosen] = useState<LogSource>('');
  const requested = sources.has(chosen) ? [chosen] : [...sources.keys()];
  const found = useInfiniteQuery(systemLogsQuery(requested, level));
  const { rows, failed } = mergeLogs(found.data?.pages ?? []);
  return (
    <>
      <div className={styles.bar}>
        <NativeSelect
          label={t('logs:source')}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: t('logs:allSources') },
            ...[...sources].map(([value, label]) => ({ value, label })),
          ]}
        />
        <SegmentGroup label={t('logs:level')}>
          {LEVELS.map((one) => (
            <SegmentButton key={one} isOn={one === level} onClick={() => setLevel(one)}>
              {t(`logs:levels.${one}`)}
            </SegmentButton>
          ))}
        </SegmentGroup>
        <Button
          variant="default"
          leftSection={<Icon name="refresh" />}
          loading={found.isRefetching}
          onClick={() => void found.refetch()}
        >
          {t('logs:refresh')}
        </Button>
      </div>
      {failed.length > 0 && (
        <Notice tone="wa">
          {t('logs:unavailable', { sources: failed.map((source) => sources.get(source) ?? source).join(', ') })}
        </Notice>
      )}
      {found.isPending && <p role="status">{t('common:loading')}</p>}
      {found.isSuccess && rows.length === 0 && failed.length < requested.length && (
        <EmptyState icon="pulse" title={t('logs:empty')}>
          {t('logs:emptyText')}
        </EmptyState>
      )}
      {rows.length > 0 && <SystemLogTable rows={rows} sources={sources} />}
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('logs:older')}
        </Button>
      )}
    </>
  );
}
