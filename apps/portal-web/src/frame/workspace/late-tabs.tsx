import type { ComponentProps } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

// Tab screens other than the list. Each is loaded with its texts when first opened.

export const { Part: TrackTab } = latePart(async () => {
  const [{ TrackTab: Part }] = await Promise.all([import('../../features/track/TrackTab.tsx'), bringTexts('maps')]);
  return Part;
});

export const { Part: AccompliceTab } = latePart(async () => {
  const [{ AccompliceTab: Part }, { TransitDialog }] = await Promise.all([
    import('../../features/accomplices/AccompliceTab.tsx'),
    import('../../features/transits/detail/TransitDialog.tsx'),
    bringTexts('accomplices', 'detail'),
  ]);
  return (props: ComponentProps<typeof Part>) => (
    <>
      <Part {...props} />
      <TransitDialog />
    </>
  );
});

export const { Part: SuspectTab } = latePart(async () => {
  const [{ SuspectTab: Part }, { TransitDialog }] = await Promise.all([
    import('../../features/suspects/SuspectTab.tsx'),
    import('../../features/transits/detail/TransitDialog.tsx'),
    bringTexts('suspects', 'detail'),
  ]);
  return (props: ComponentProps<typeof Part>) => (
    <>
      <Part {...props} />
      <TransitDialog />
    </>
  );
});
