import { useQuery } from '@tanstack/react-query';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { announcementsQuery } from './announcements.api.ts';
import { AnnouncementList } from './AnnouncementList.tsx';

/** Number shown on the landing page. */
const MAX_SHOWN = 5;

/**
 * Published announcements on the landing page (readings B-54), including those hidden in the popup. Renders nothing
 * without any.
 */
export function AnnouncementPanel(): ReactElement | null {
  const t = useT();
  const found = useQuery(announcementsQuery);
  const items = (found.data ?? []).filter((item) => item.publish).slice(0, MAX_SHOWN);
  if (items.length === 0) return null;
  return (
    <Panel title={t('news:title')} padding="text">
      <AnnouncementList items={items} />
    </Panel>
  );
}
