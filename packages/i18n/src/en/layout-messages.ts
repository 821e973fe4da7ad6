import type { layoutMessages as italian } from '../it/layout-messages.ts';
import type { Texts } from '../message-types.ts';
import { caseTexts } from './case.ts';
import { errors } from './errors.ts';
import { filters } from './filters.ts';
import { nations } from './nations.ts';
import { notices } from './notices.ts';
import { pages } from './pages.ts';
import { search } from './search.ts';
import { sessionTexts } from './account-session.ts';
import { shell } from './shell.ts';
import { initialMessages } from './initial-messages.ts';
import { transits } from './transits.ts';
import { widgets } from './widgets.ts';

/**
 * Namespaces of the main layout and the search. The browser loads `initialMessages` first, and the others with the
 * first page after sign-in.
 */
export const layoutMessages: Texts<typeof italian> = {
  ...initialMessages,
  account: sessionTexts,
  notices,
  case: caseTexts,
  errors,
  filters,
  nations,
  pages,
  search,
  shell,
  transits,
  widgets,
};
