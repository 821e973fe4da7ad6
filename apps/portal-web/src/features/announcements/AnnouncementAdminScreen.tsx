import { useQuery } from '@tanstack/react-query';
import type { Announcement } from '@varco/contract/portal/announcements.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { RecordsScreen } from '../../widgets/settings/RecordsScreen.tsx';
import { announcementsQuery } from './announcements.api.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';

/** P 2 /dashboard/news: administrators write, publish and withdraw announcements. */
export function AnnouncementAdminScreen(): ReactElement {
  const t = useT();
  const found = useQuery(announcementsQuery);
  const [edited, setEdited] = useState<Announcement | 'new' | null>(null);
  return (
    <>
      <RecordsScreen
        label={t('news:title')}
        tableLabel={t('news:label')}
        rows={found.data}
        columns={buildColumns(t)}
        isFailed={found.isError}
        empty={{ icon: 'document', title: t('news:empty'), text: t('news:emptyText') }}
        addLabel={t('news:add')}
        onAdd={() => setEdited('new')}
        onOpen={setEdited}
      />
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
