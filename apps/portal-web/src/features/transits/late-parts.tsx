import { latePart } from '../../lib/late-part.tsx';
import { RefreshWaiting } from './RefreshButton.tsx';
import styles from './TransitListScreen.module.css';

// A search can be begun without any of these; they come while the person types it.

export const { Part: FilterPanel, bring: bringFilterPanel } = latePart(
  async () => (await import('./filters/FilterPanel.tsx')).FilterPanel,
  <div />,
);
export const { Part: AdrBar, bring: bringAdrBar } = latePart(async () => (await import('./filters/AdrBar.tsx')).AdrBar);
export const { Part: ResultView, bring: bringResultView } = latePart(
  async () => (await import('./ResultView.tsx')).ResultView,
);
export const { Part: TransitDetailScreen, bring: bringTransitDetail } = latePart(
  async () => (await import('./TransitDetailScreen.tsx')).TransitDetailScreen,
);
export const { Part: TransitDetailTab, bring: bringTransitDetailTab } = latePart(
  async () => (await import('./TransitDetailTab.tsx')).TransitDetailTab,
);

export const { Part: DetailNavigation, bring: bringDetailNavigation } = latePart(
  async () => (await import('./DetailNavigation.tsx')).DetailNavigation,
);
export const { Part: PlantsColumn, bring: bringPlantsColumn } = latePart(
  async () => (await import('./PlantsColumn.tsx')).PlantsColumn,
  <div className={styles.plantsPlace} />,
);
export const { Part: RefreshSelect, bring: bringRefreshSelect } = latePart(
  async () => (await import('./RefreshSelect.tsx')).RefreshSelect,
  <RefreshWaiting />,
);

/** Everything the list needs once it is worked with. */
export const bringListParts = (): Promise<unknown> =>
  Promise.all([
    bringPlantsColumn(),
    bringRefreshSelect(),
    bringDetailNavigation(),
    bringResultView(),
    bringTransitDetail(),
    bringTransitDetailTab(),
    bringFilterPanel(),
    bringAdrBar(),
  ]);
