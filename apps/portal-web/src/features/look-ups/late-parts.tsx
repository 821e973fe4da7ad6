import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

/** The tab of look-ups with its words: nothing of it is loaded before one is opened. */
export const { Part: LookUpTab } = latePart(async () => {
  const [{ LookUpTab: Tab }] = await Promise.all([import('./LookUpTab.tsx'), bringTexts('look-ups')]);
  return Tab;
});
