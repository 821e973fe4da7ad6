import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

/** Explanation with its map, loaded when it is first opened. */
export const { Part: Explanation } = latePart(async () => {
  const [{ Explanation: Part }] = await Promise.all([import('./Explanation.tsx'), bringTexts('maps')]);
  return Part;
});
