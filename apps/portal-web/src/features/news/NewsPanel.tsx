import { useQuery } from '@tanstack/react-query';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { newsQuery } from './news.api.ts';
import { NewsItems } from './NewsItems.tsx';

/** How many the landing page shows. */
const NEWEST = 5;

/** What is published, on the landing page (readings B-54), hidden in the popup or not. Nothing published: nothing there. */
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
