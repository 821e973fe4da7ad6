import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { tabTitle } from '../workspace/tab-titles.ts';
import { pageOf } from '../page-table.ts';

/** Heading of the working screen: the page's own name, or what the selected tab of the workspace shows (readings TA06). */
export function useScreenTitle(): string {
  const t = useT();
  const { pathname } = useLocation();
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.selectedId));
  if (pathname !== '/lpr') return t(pageOf(pathname)?.title ?? 'pages:title.notFound');
  return tab === undefined ? t('shell:tabs.list') : tabTitle(t, tab);
}

/** P 2: every screen has a title of its own. It says no plate: titles stay in the history of the browser. */
export function useDocumentTitle(): void {
  const t = useT();
  const { pathname } = useLocation();
  const title = `${t(pageOf(pathname)?.title ?? 'pages:title.notFound')} · ${t('shell:product')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
