import { common } from './common.ts';
import { noticeWords } from './notice-words.ts';
import { pageWords } from './page-words.ts';
import { shellWords } from './shell-words.ts';
import { signIn } from './sign-in.ts';

/** Texts loaded before anything can be rendered (ADR 0036); `layoutMessages` has these namespaces in full. */
export const start = { common, account: signIn, notices: noticeWords, pages: pageWords, shell: shellWords };
