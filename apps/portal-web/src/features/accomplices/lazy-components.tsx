import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';

/** Explanation with its map, loaded when it is first opened. */
export const { Component: Explanation } = lazyComponent(async () => {
  const [{ ScoreExplanation: Part }] = await Promise.all([import('./ScoreExplanation.tsx'), loadMessages('maps')]);
  return Part;
});
