import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

/** The map and its library come with the first look at it. */
export const { Part: LateGateMap } = latePart(async () => {
  const [{ GateMap }] = await Promise.all([import('./GateMap.tsx'), bringTexts('maps')]);
  return GateMap;
});
