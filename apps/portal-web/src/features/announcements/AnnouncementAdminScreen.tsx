import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Announcement } from '@varco/contract/portal/announcements.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { announcementsQuery } from './announcements.api.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';

/** P 2 /dashboard/news: administrators write, publish and withdraw announcements. */
export function AnnouncementAdminScreen(): ReactElement {
  const t = useT();
  const found = useQuery(announcementsQuery);
  const [currentKey, setCurrent] = useState<string | null>(null);
  const [edited, setEdited] = useState<Announcement | 'new' | null>(null);
  const items = found.data ?? [];
  return (
    <>
      <ScreenFrame
        label={t('news:title')}
        toolbar={
          <Toolbar>
            <ToolbarEnd>
              <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
                {t('news:add')}
              </Button>
            </ToolbarEnd>
          </Toolbar>
        }
        notices={
          found.isError && (
            <Notice tone="al" isUrgent>
              {t('errors:code.unavailable')}
            </Notice>
          )
        }
        body="fill"
        empty={
          found.isSuccess &&
          items.length === 0 && (
            <EmptyState icon="document" title={t('news:empty')}>
              {t('news:emptyText')}
            </EmptyState>
          )
        }
      >
        {items.length > 0 && (
          <DataTable
            label={t('news:label')}
            columns={buildColumns(t)}
            rows={items}
            rowKey={(item) => String(item.id)}
            rowTotal={items.length}
            currentKey={currentKey}
            onCurrent={setCurrent}
            onOpen={setEdited}
            density="normal"
          />
        )}
      </ScreenFrame>
      {edited !== null && (
        <AnnouncementDialog item={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function buildColumns(t: Translate): readonly Column<Announcement>[] {
  const column = (
    id: 'title' | 'state' | 'published' | 'updated',
    cell: Column<Announcement>['cell'],
  ): Column<Announcement> => ({ id, header: t(`news:column.${id}`), name: t(`news:column.${id}`), cell });
  return [
    column('title', (item) => <b>{item.title}</b>),
    column('state', (item) =>
      item.publish ? (
        <StatusChip tone="ok" icon="check" word={t('news:isPublished')} />
      ) : (
        <StatusChip tone="nt" icon="edit" word={t('news:draft')} />
      ),
    ),
    column('published', (item) => (item.published === null ? '' : formatDateMinute(item.published))),
    column('updated', (item) => formatDateMinute(item.updated)),
  ];
}
