import { useLocation } from '@tanstack/react-router';
import { useT } from '../../lib/i18n.tsx';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { pageOf } from '../page-table.ts';

/** Heading of the working screen: the page's own name, or what the selected tab of the workspace shows (readings TA06). */
export function useScreenTitle(): string {
  const t = useT();
  const { pathname } = useLocation();
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.selectedId));
  if (pathname !== '/lpr') return t(pageOf(pathname)?.title ?? 'pages:title.notFound');
  return tab?.kind === 'transit-detail' ? t('shell:tabs.detail', { plate: tab.plate }) : t('shell:tabs.list');
}
