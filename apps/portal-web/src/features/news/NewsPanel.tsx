import { useQuery } from '@tanstack/react-query';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { newsQuery } from './news.api.ts';
import { NewsItems } from './NewsItems.tsx';

/** Number shown on the landing page. */
const NEWEST = 5;

/**
 * Published announcements on the landing page (readings B-54), including those hidden in the popup. Renders nothing
 * without any.
 */
export function NewsPanel(): ReactElement | null {
  const t = useT();
  const found = useQuery(newsQuery);
  const items = (found.data ?? []).filter((item) => item.publish).slice(0, NEWEST);
  if (items.length === 0) return null;
  return (
    <Panel title={t('news:title')} padding="text">
      <NewsItems items={items} />
    </Panel>
  );
}
