import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { loadMessages } from '../../../lib/messages.ts';
import { HistogramPlaceholder } from '../histogram/HistogramPlaceholder.tsx';

/** The strip comes after the first rows, which do not wait for its code. */
export const { Component: ResultHistogram } = lazyComponent(
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
