import type { ComponentProps } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

// Screens of tabs that are not the list's: each comes with its own texts when it is opened first.

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
