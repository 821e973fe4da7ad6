import { common } from './common.ts';
import { initialNotices } from './notice-words.ts';
import { initialPages } from './page-words.ts';
import { initialShell } from './shell-words.ts';
import { signIn } from './sign-in.ts';

/** Texts loaded before anything can be rendered (ADR 0036); `layoutMessages` has these namespaces in full. */
export const initialMessages = { common, account: signIn, notices: initialNotices, pages: initialPages, shell: initialShell };
