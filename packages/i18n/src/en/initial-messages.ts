import type { initialMessages as source } from '../it/initial-messages.ts';
import type { Texts } from '../message-types.ts';
import { common } from './common.ts';
import { initialNotices } from './notices-initial.ts';
import { initialPages } from './pages-initial.ts';
import { initialShell } from './shell-initial.ts';
import { signIn } from './account-sign-in.ts';

/** Texts loaded before anything can be rendered (ADR 0014); `layoutMessages` has these namespaces in full. */
export const initialMessages: Texts<typeof source> = {
  common,
  account: signIn,
  notices: initialNotices,
  pages: initialPages,
  shell: initialShell,
};
