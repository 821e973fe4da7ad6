import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';

/** The look-up tab, loaded with its texts when first opened. */
export const { Component: LookUpTab } = lazyComponent(async () => {
  const [{ LookUpTab: Tab }] = await Promise.all([import('./LookUpTab.tsx'), loadMessages('look-ups')]);
  return Tab;
});
