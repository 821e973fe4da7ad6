import type { screens as italian } from '../it/screens.ts';
import type { Texts } from '../message-types.ts';
import { account } from './account.ts';
import { caseTexts } from './case.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { filters } from './filters.ts';
import { nations } from './nations.ts';
import { notices } from './notices.ts';
import { pages } from './pages.ts';
import { plants } from './plants.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { transits } from './transits.ts';
import { widgets } from './widgets.ts';

/** The namespaces of the web app: what a browser downloads of this language. */
export const screens: Texts<typeof italian> = {
  common,
  account,
  case: caseTexts,
  errors,
  filters,
  nations,
  notices,
  pages,
  plants,
  search,
  settings,
  shell,
  transits,
  widgets,
};
