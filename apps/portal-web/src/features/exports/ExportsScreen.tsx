import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EXPORT_POLL_MS } from '@varco/domain/exports/saved-exports.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ExportCard } from './ExportCard.tsx';
import { exportListQuery } from './exports.api.ts';
import styles from './Exports.module.css';

/** T 2.8: saved exports of the user, reloaded every five seconds. */
export function ExportsScreen(): ReactElement {
  const t = useT();
  const list = useQuery({ ...exportListQuery, refetchInterval: EXPORT_POLL_MS });
  const saved = list.data?.exports ?? [];
  const stored = saved.filter((one) => one.direct_export_config === null).length;
  return (
    <ScreenFrame
      label={t('pages:title.exports')}
      ground="plain"
      intro={t('exports:page.intro')}
      status={list.data !== undefined && t('exports:page.kept', { active: stored, max: list.data.max_active_exports })}
      notices={
        list.isError &&
        list.data === undefined && (
          <Notice tone="al" isUrgent actions={<Button onClick={() => void list.refetch()}>{t('common:retry')}</Button>}>
            {t('exports:page.failed')}
          </Notice>
        )
      }
      waiting={list.isPending && t('exports:page.loading')}
      empty={
        list.data !== undefined &&
        saved.length === 0 && (
          <EmptyState icon="download" title={t('exports:page.empty')}>
            {t('exports:page.emptyText')}
          </EmptyState>
        )
      }
    >
      <ul className={styles.list} aria-label={t('exports:page.list')}>
        {saved.map((one) => (
          <li key={one.id}>
            <ExportCard saved={one} />
          </li>
        ))}
      </ul>
    </ScreenFrame>
  );
}
