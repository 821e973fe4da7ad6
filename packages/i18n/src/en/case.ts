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
  log: 'Logged consultations',
  logTitle: 'My consultations of case {{case}}',
  logTitleAll: 'My consultations',
  logNone: 'No consultation logged.',
  logPartial_one: '{{count}} plant did not answer: its consultations are not listed.',
  logPartial_other: '{{count}} plants did not answer: their consultations are not listed.',
  logMore: 'Of each plant the last {{count}} are listed.',
  logWhen: 'Date and time',
  logPlant: 'Plant',
  logWhat: 'Consultation',
  recent: 'Recent cases',
  recentNoNumber: 'without a number',
  missingNumber: 'Write the number of the case: a plant asks for it.',
};
