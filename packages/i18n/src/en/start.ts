import type { start as source } from '../it/start.ts';
import type { Texts } from '../message-types.ts';
import { common } from './common.ts';
import { noticeWords } from './notice-words.ts';
import { pageWords } from './page-words.ts';
import { shellWords } from './shell-words.ts';
import { signIn } from './sign-in.ts';

/** What is downloaded first, before anything can be drawn (ADR 0036); `screens` has the whole of these namespaces. */
export const start: Texts<typeof source> = {
  common,
  account: signIn,
  notices: noticeWords,
  pages: pageWords,
  shell: shellWords,
};
