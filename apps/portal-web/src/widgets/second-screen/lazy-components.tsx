import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';

// Neither is needed to start working, so their code comes later.

/** The button in the tools of a list. */
export const { Component: SecondScreenMenu } = lazyComponent(
  async () => {
    const [{ SecondScreenMenu: Part }] = await Promise.all([
      import('./SecondScreenMenu.tsx'),
      loadMessages('second-screen'),
    ]);
    return Part;
  },
  null,
  'nothing',
);

/** What a screen other than a list shows while the second screen is open. */
export const { Component: SecondScreenBar } = lazyComponent(async () => {
  const [{ SecondScreenBar: Part }] = await Promise.all([
    import('./SecondScreenBar.tsx'),
    loadMessages('second-screen'),
  ]);
  return Part;
});
