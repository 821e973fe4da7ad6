import { latePart } from '../../lib/late-part.tsx';
import { bringTexts } from '../../lib/texts.ts';

/** The look-up tab, loaded with its texts when first opened. */
export const { Part: LookUpTab } = latePart(async () => {
  const [{ LookUpTab: Tab }] = await Promise.all([import('./LookUpTab.tsx'), bringTexts('look-ups')]);
  return Tab;
});
