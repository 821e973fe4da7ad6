import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { SegmentButton, SegmentGroup } from '@varco/ui/SegmentGroup.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { buildLogSearch } from './event-text.ts';
import { mergeLogs } from './merge-logs.ts';
import { type LogLevel, type LogSource, systemLogsQuery } from './system-log.api.ts';
import { SystemLogTable } from './SystemLogTable.tsx';
import { useLogSources } from './use-log-sources.ts';

const TYPING_DELAY_MS = 300;
const PERIOD_HOURS = [1, 24, 168] as const;
const LEVELS: readonly LogLevel[] = ['info', 'warn', 'error'];

/** P 2 /system-logs (readings, part C): events that the portal and the plants logged, for users who may read them. */
export function SystemLogScreen(): ReactElement {
  const t = useT();
  const sources = useLogSources();
  if (sources.size > 0) return <LogView sources={sources} />;
  return (
    <ScreenFrame
      label={t('pages:title.systemLogs')}
      intro={t('logs:intro')}
      empty={
        <EmptyState icon="lock" tone="pv" title={t('logs:noSource')}>
          {t('logs:noSourceText')}
        </EmptyState>
      }
    />
  );
}

/** Source and level chosen, and what is shown of them. */
function useSystemLog(sources: ReadonlyMap<LogSource, string>) {
  const t = useT();
  const [level, setLevel] = useState<LogLevel>('info');
  const [chosen, setChosen] = useState<LogSource>('');
  const [hours, setHours] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text, TYPING_DELAY_MS);
  const requested = sources.has(chosen) ? [chosen] : [...sources.keys()];
  const query = useInfiniteQuery(systemLogsQuery(requested, { level, hours, search: buildLogSearch(t, typed) }));
  const { rows, failed } = mergeLogs(query.data?.pages ?? []);
  const isEmpty = query.isSuccess && rows.length === 0 && failed.length < requested.length;
  const isNarrowed = level !== 'info' || hours !== null || typed.trim() !== '';
  return {
    level,
    setLevel,
    chosen,
    setChosen,
    hours,
    setHours,
    text,
    setText,
    query,
    rows,
    failed,
    isEmpty,
    isNarrowed,
  };
}

function LogView(props: { sources: ReadonlyMap<LogSource, string> }): ReactElement {
  const t = useT();
  const { sources } = props;
  const log = useSystemLog(sources);
  const { query, rows, failed } = log;
  return (
    <ScreenFrame
      label={t('pages:title.systemLogs')}
      intro={t('logs:intro')}
      toolbar={<LogToolbar log={log} sources={sources} />}
      notices={
        failed.length > 0 && (
          <Notice tone="wa">
            {t('logs:unavailable', { sources: failed.map((source) => sources.get(source) ?? source).join(', ') })}
          </Notice>
        )
      }
      waiting={query.isPending && t('common:loading')}
      body="fill"
      empty={
        log.isEmpty && (
          <EmptyState icon="pulse" title={t('logs:empty')}>
            {t(log.isNarrowed ? 'logs:emptyNarrowed' : 'logs:emptyText')}
          </EmptyState>
        )
      }
      footer={
        query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('logs:older')}
          </Button>
        )
      }
    >
      {rows.length > 0 && <SystemLogTable rows={rows} sources={sources} />}
    </ScreenFrame>
  );
}

function LogToolbar(props: {
  log: ReturnType<typeof useSystemLog>;
  sources: ReadonlyMap<LogSource, string>;
}): ReactElement {
  const t = useT();
  const { level, setLevel, chosen, setChosen, hours, setHours, text, setText, query } = props.log;
  return (
    <Toolbar>
      <TextInput
        type="search"
        label={t('logs:search')}
        placeholder={t('logs:searchHint')}
        maxLength={80}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('logs:source')}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: t('logs:allSources') },
          ...[...props.sources].map(([value, label]) => ({ value, label })),
        ]}
      />
      <NativeSelect
        label={t('logs:period')}
        value={hours ?? ''}
        onChange={({ currentTarget: { value } }) => setHours(value === '' ? null : Number(value))}
        data={[
          { value: '', label: t('logs:periods.all') },
          ...PERIOD_HOURS.map((one) => ({ value: String(one), label: t(`logs:periods.h${one}`) })),
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
        loading={query.isRefetching}
        onClick={() => void query.refetch()}
      >
        {t('logs:refresh')}
      </Button>
    </Toolbar>
  );
}
