import { latePart } from '../../../lib/late-part.tsx';
import { bringTexts } from '../../../lib/texts.ts';
import { RefreshWaiting } from './RefreshButton.tsx';
import styles from '../TransitListScreen.module.css';

// None of these is needed to start a search, so they load while the user types it.

export const { Part: FilterPanel, bring: bringFilterPanel } = latePart(
  async () => (await import('../filters/FilterPanel.tsx')).FilterPanel,
  <div />,
);
export const { Part: AdrBar, bring: bringAdrBar } = latePart(async () => (await import('../filters/AdrBar.tsx')).AdrBar);
export const { Part: ResultView, bring: bringResultView } = latePart(
  async () => (await import('../results/ResultView.tsx')).ResultView,
);
export const { Part: TransitDetailScreen, bring: bringTransitDetail } = latePart(async () => {
  const [{ TransitDetailScreen: Part }] = await Promise.all([
    import('../detail/TransitDetailScreen.tsx'),
    bringTexts('detail'),
  ]);
  return Part;
});
export const { Part: TransitDetailTab, bring: bringTransitDetailTab } = latePart(async () => {
  const [{ TransitDetailTab: Part }] = await Promise.all([import('../detail/TransitDetailTab.tsx'), bringTexts('detail')]);
  return Part;
});

export const { Part: DetailNavigation, bring: bringDetailNavigation } = latePart(async () => {
  const [{ DetailNavigation: Part }] = await Promise.all([import('../detail/DetailNavigation.tsx'), bringTexts('detail')]);
  return Part;
});
export const { Part: PlantsColumn, bring: bringPlantsColumn } = latePart(
  async () => (await import('./PlantsColumn.tsx')).PlantsColumn,
  <div className={styles.plantsPlace} />,
);
export const { Part: RefreshSelect, bring: bringRefreshSelect } = latePart(
  async () => (await import('./RefreshSelect.tsx')).RefreshSelect,
  <RefreshWaiting />,
);

export const { Part: ListTools, bring: bringListTools } = latePart(
  async () => (await import('./ListTools.tsx')).ListTools,
);

/** Preloads every lazy component of the transit list. */
export const bringListParts = (): Promise<unknown> =>
  Promise.all([
    bringPlantsColumn(),
    bringRefreshSelect(),
    bringListTools(),
    bringDetailNavigation(),
    bringResultView(),
    bringTransitDetail(),
    bringTransitDetailTab(),
    bringFilterPanel(),
    bringAdrBar(),
  ]);
