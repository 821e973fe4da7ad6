import { useMediaQuery } from '@mantine/hooks';
import { usePreferences } from '../../../lib/preferences/preferences.store.ts';

/** Below this width there are only cards, and the strip would take the room of one. */
const PHONE_MEDIA_QUERY = '(width < 600px)';

/** Whether the strip is open: as the user left it; before that open, except on a phone. */
export function useIsHistogramOpen(): boolean {
  const chosen = usePreferences(({ histogramOpen }) => histogramOpen);
  const isPhone = useMediaQuery(PHONE_MEDIA_QUERY);
  return chosen ?? !isPhone;
}
