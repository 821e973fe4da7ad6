import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

/** The explanation with its map: nothing of a map is loaded before one is wanted. */
export const { Part: Explanation } = latePart(async () => {
  const [{ Explanation: Part }] = await Promise.all([import('./Explanation.tsx'), bringTexts('maps')]);
  return Part;
});
