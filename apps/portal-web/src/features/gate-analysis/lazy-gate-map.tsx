import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';

/** The map and its library load when the map is first shown. */
export const { Component: LazyGateMap } = lazyComponent(async () => {
  const [{ GateMap }] = await Promise.all([import('./GateMap.tsx'), loadMessages('maps')]);
  return GateMap;
});
