import type { ComponentProps } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';

// Tab screens other than the list. Each is loaded with its texts when first opened.

export const { Component: TrackTab } = lazyComponent(async () => {
  const [{ TrackTab: Part }] = await Promise.all([
    import('../../features/track/TrackTab.tsx'),
    loadMessages('maps', 'approvals'),
  ]);
  return Part;
});

export const { Component: AccompliceTab } = lazyComponent(async () => {
  const [{ AccompliceTab: Part }, { TransitDialog }] = await Promise.all([
    import('../../features/accomplices/AccompliceTab.tsx'),
    import('../../features/transits/detail/TransitDialog.tsx'),
    loadMessages('accomplices', 'detail'),
  ]);
  return (props: ComponentProps<typeof Part>) => (
    <>
      <Part {...props} />
      <TransitDialog />
    </>
  );
});

export const { Component: SuspectTab } = lazyComponent(async () => {
  const [{ SuspectTab: Part }, { TransitDialog }] = await Promise.all([
    import('../../features/suspects/SuspectTab.tsx'),
    import('../../features/transits/detail/TransitDialog.tsx'),
    loadMessages('suspects', 'detail'),
  ]);
  return (props: ComponentProps<typeof Part>) => (
    <>
      <Part {...props} />
      <TransitDialog />
    </>
  );
});
