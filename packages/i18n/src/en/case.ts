import type { caseTexts as source } from '../it/case.ts';
import type { Texts } from '../message-types.ts';

export const caseTexts: Texts<typeof source> = {
  title: 'Reason of the consultation',
  intro: 'The reason travels with every request and stays in the log of every plant, with your name and the time.',
  reason: 'Reason',
  text: 'Explanation',
  textHint: 'At least {{min}} characters',
  number: 'Case number',
  missingCode: 'Choose a reason.',
  shortText: 'Write at least {{min}} characters, not one repeated.',
};
