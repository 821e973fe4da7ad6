import { lazyComponent } from '../../lib/late-part.tsx';
import { loadMessages } from '../../lib/texts.ts';

/** Explanation with its map, loaded when it is first opened. */
export const { Component: Explanation } = lazyComponent(async () => {
  const [{ ScoreExplanation: Part }] = await Promise.all([import('./Explanation.tsx'), loadMessages('maps')]);
  return Part;
});
