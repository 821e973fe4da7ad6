import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

/** The map and its library load when the map is first shown. */
export const { Part: LateGateMap } = latePart(async () => {
  const [{ GateMap }] = await Promise.all([import('./GateMap.tsx'), bringTexts('maps')]);
  return GateMap;
});
