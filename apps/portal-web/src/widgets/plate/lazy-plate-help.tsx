import { lazyComponent } from '../../lib/lazy-component.tsx';

/** The syntax of the plate box; loaded when its popover opens. */
export const { Component: LazyPlateHelp } = lazyComponent(async () => (await import('./PlateHelp.tsx')).PlateHelp);
