import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import { RefreshPlaceholder } from './RefreshButton.tsx';
import styles from '../TransitListScreen.module.css';

// None of these is needed to start a search, so they load while the user types it.

export const { Component: FilterPanel, preload: preloadFilterPanel } = lazyComponent(
  async () => (await import('../filters/FilterPanel.tsx')).FilterPanel,
  <div />,
);
export const { Component: AdrBar, preload: preloadAdrBar } = lazyComponent(
  async () => (await import('../filters/AdrBar.tsx')).AdrBar,
);
export const { Component: ResultView, preload: preloadResultView } = lazyComponent(
  async () => (await import('../results/ResultView.tsx')).ResultView,
);
export const { Component: TransitDetailScreen, preload: preloadTransitDetail } = lazyComponent(async () => {
  const [{ TransitDetailScreen: Part }] = await Promise.all([
    import('../detail/TransitDetailScreen.tsx'),
    loadMessages('detail'),
  ]);
  return Part;
});
export const { Component: TransitDetailTab, preload: preloadTransitDetailTab } = lazyComponent(async () => {
  const [{ TransitDetailTab: Part }] = await Promise.all([
    import('../detail/TransitDetailTab.tsx'),
    loadMessages('detail'),
  ]);
  return Part;
});

export const { Component: DetailNavigation, preload: preloadDetailNavigation } = lazyComponent(async () => {
  const [{ DetailNavigation: Part }] = await Promise.all([
    import('../detail/DetailNavigation.tsx'),
    loadMessages('detail'),
  ]);
  return Part;
});
export const { Component: PlantsColumn, preload: preloadPlantsColumn } = lazyComponent(
  async () => {
    const [{ PlantsColumn: Part }] = await Promise.all([import('./PlantsColumn.tsx'), loadMessages('plant-groups')]);
    return Part;
  },
  <div className={styles.plantsPlace} />,
);
export const { Component: RefreshSelect, preload: preloadRefreshSelect } = lazyComponent(
  async () => (await import('./RefreshSelect.tsx')).RefreshSelect,
  <RefreshPlaceholder />,
  'icon',
);

export const { Component: ListTools, preload: preloadListTools } = lazyComponent(async () => {
  const [{ ListTools: Part }] = await Promise.all([import('./ListTools.tsx'), loadMessages('histogram')]);
  return Part;
});

export const { Component: ListOnSecondScreen } = lazyComponent(async () => {
  const [{ ListOnSecondScreen: Part }] = await Promise.all([
    import('./ListOnSecondScreen.tsx'),
    loadMessages('detail', 'second-screen'),
  ]);
  return Part;
});

/** Preloads every lazy component of the transit list. */
export const preloadListComponents = (): Promise<unknown> =>
  Promise.all([
    preloadPlantsColumn(),
    preloadRefreshSelect(),
    preloadListTools(),
    preloadDetailNavigation(),
    preloadResultView(),
    preloadTransitDetail(),
    preloadTransitDetailTab(),
    preloadFilterPanel(),
    preloadAdrBar(),
  ]);
