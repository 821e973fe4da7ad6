import { usePreferences } from '../../../lib/preferences/preferences.store.ts';
import { useIsPhone } from '../results/result-view.store.ts';

/** Whether the strip is open: as the user left it; before that open, except on a phone. */
export function useIsHistogramOpen(): boolean {
  const chosen = usePreferences(({ histogramOpen }) => histogramOpen);
  const isPhone = useIsPhone();
  return chosen ?? !isPhone;
}
