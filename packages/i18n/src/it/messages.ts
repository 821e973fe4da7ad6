import { account } from './account.ts';
import { cli } from './cli.ts';
import { caseTexts } from './case.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { mail } from './mail.ts';
import { nations } from './nations.ts';
import { notices } from './notices.ts';
import { plants } from './plants.ts';
import { shell } from './shell.ts';
import { transits } from './transits.ts';
import { widgets } from './widgets.ts';

/** Every namespace, one file each. Italian is the source: `en/messages.ts` must have exactly these keys. */
export const it = {
  common,
  account,
  case: caseTexts,
  cli,
  errors,
  mail,
  nations,
  notices,
  plants,
  shell,
  transits,
  widgets,
};
