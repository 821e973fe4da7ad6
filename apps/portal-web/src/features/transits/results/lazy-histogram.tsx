import type { ReactElement } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import { usePreferences } from '../../../lib/preferences/preferences.store.ts';
import { HistogramPlaceholder } from '../histogram/HistogramPlaceholder.tsx';
import type { ResultAreaProps } from './result-area-props.ts';

const { Component: LazyHistogram } = lazyComponent(
  async () => {
    const [{ ResultHistogram: Part }] = await Promise.all([
      import('../histogram/ResultHistogram.tsx'),
      loadMessages('histogram'),
    ]);
    return Part;
  },
  <HistogramPlaceholder />,
  'nothing',
);

/** The strip of transits over time, while it is open. It comes after the first rows, which do not wait for its code. */
export function ResultHistogram(props: ResultAreaProps): ReactElement | null {
  return usePreferences(({ histogramOpen }) => histogramOpen) ? <LazyHistogram {...props} /> : null;
}
