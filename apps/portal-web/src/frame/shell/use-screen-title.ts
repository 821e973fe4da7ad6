import { useT } from '../../lib/i18n.tsx';
import { useTabs } from '../../lib/workspace/tabs.store.ts';

/** Heading of the working screen: what the selected tab shows (readings TA06). */
export function useScreenTitle(): string {
  const t = useT();
  const tab = useTabs((state) => state.tabs.find((one) => one.id === state.selectedId));
  return tab?.kind === 'transit-detail' ? t('shell:tabs.detail', { plate: tab.plate }) : t('shell:tabs.list');
}
