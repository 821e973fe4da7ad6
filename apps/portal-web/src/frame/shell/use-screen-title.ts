import { useLocation } from '@tanstack/react-router';
import { findActiveGroups, isUntouched } from '../../features/transits/filters/filter-groups.ts';
import { useListFilters } from '../../features/transits/search/list-filters.store.ts';
import { DEFAULT_FILTER } from '../../features/transits/search/search-filter.ts';
import { useT } from '../../lib/i18n.tsx';
import { useTabs } from '../../lib/workspace/tabs.store.ts';
import { getTabTitle } from '../workspace/tab-titles.ts';
import { findPage } from '../page-table.ts';

/** Heading of the working screen: the page's name, or the content of the selected workspace tab (readings TA06). */
export function useScreenTitle(): string {
  const t = useT();
  const { pathname } = useLocation();
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.selectedId));
  if (pathname !== '/lpr') return t(findPage(pathname)?.title ?? 'pages:title.notFound');
  return tab === undefined ? t('shell:tabs.list') : getTabTitle(t, tab);
}

/** SRCH-02, SRCH-03: a list shows the searched plate and the number of its filters; null for everything else. */
export function useListTitle(): { readonly title: string; readonly subtitle: string } | null {
  const t = useT();
  const { pathname } = useLocation();
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.selectedId));
  const live = useListFilters(({ byTab }) => (tab === undefined ? undefined : byTab.get(tab.id)));
  if (pathname !== '/lpr' || tab?.kind !== 'transit-list') return null;
  const filter = live?.filter ?? DEFAULT_FILTER;
  return {
    title: filter.plate === '' ? t('transits:list.title') : t('transits:list.titlePlate', { plate: filter.plate }),
    // Before the first search the period every list starts with is no filter of the user's.
    subtitle: t('transits:list.filters', {
      count: tab.filter === undefined && isUntouched(filter) ? 0 : findActiveGroups(filter).length,
    }),
  };
}
