import type { Language } from '@varco/i18n/message-types.ts';
import { type Manual, parseManual } from './manual.ts';

/** `user`: the work of every day. `administrator`: what portals and plants are administered with in the browser. */
export const MANUAL_NAMES = ['user', 'administrator'] as const;
export type ManualName = (typeof MANUAL_NAMES)[number];

export type Manuals = Readonly<Record<ManualName, Manual>>;

const LOADERS: Readonly<Record<Language, Readonly<Record<ManualName, () => Promise<{ default: string }>>>>> = {
  it: {
    user: () => import('../../../../../docs/handbook/utente.md?raw'),
    administrator: () => import('../../../../../docs/handbook/amministratore.md?raw'),
  },
  en: {
    user: () => import('../../../../../docs/handbook/user.md?raw'),
    administrator: () => import('../../../../../docs/handbook/administrator.md?raw'),
  },
};

/** Both manuals in a language. They are part of the web app: what they say belongs to the version in use. */
export async function loadManuals(language: Language): Promise<Manuals> {
  const [user, administrator] = await Promise.all([LOADERS[language].user(), LOADERS[language].administrator()]);
  return { user: parseManual(user.default), administrator: parseManual(administrator.default) };
}

const FILES: Readonly<Record<string, ManualName>> = {
  'utente.md': 'user',
  'user.md': 'user',
  'amministratore.md': 'administrator',
  'administrator.md': 'administrator',
};

/** Where a link of the manual `from` leads inside the manuals; null: to a document that is not in the browser. */
export function resolveManualLink(from: ManualName, href: string): { manual: ManualName; anchor: string } | null {
  const [file = '', anchor = ''] = href.split('#');
  if (file === '') return { manual: from, anchor };
  const manual = FILES[file];
  return manual === undefined ? null : { manual, anchor };
}
