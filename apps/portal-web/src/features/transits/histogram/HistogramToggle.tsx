import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { setHistogramOpen, usePreferences } from '../../../lib/preferences/preferences.store.ts';

/** Shows or hides the transits over time above the rows, in the tools of a list. The choice is remembered. */
export function HistogramToggle(props: { isTouch?: boolean }): ReactElement {
  const t = useT();
  const isOpen = usePreferences(({ histogramOpen }) => histogramOpen);
  return (
    <IconButton
      icon="chart"
      size={props.isTouch === true ? 'touch' : 'md'}
      name={t('histogram:title')}
      isOn={isOpen}
      onClick={() => setHistogramOpen(!isOpen)}
    />
  );
}
