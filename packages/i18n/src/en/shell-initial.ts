import type { initialShell as source } from '../it/shell-initial.ts';
import type { Texts } from '../message-types.ts';

/** Texts of the first page and of error pages; the main layout loads the rest of this namespace. */
export const initialShell: Texts<typeof source> = {
  product: 'Varco',
  skip: 'Skip to results',
  skipToContent: 'Skip to the content',
  theme: { light: 'Light theme', dark: 'Dark theme', auto: 'Theme of the system', change: 'Change theme' },
  language: { it: 'Italiano', en: 'English', change: 'Language' },
  notFound: { title: 'Page not found', text: 'This address does not match any page.', home: 'Go to transits' },
  crash: {
    title: 'Something broke in this tab',
    text: 'The other tabs go on working. The detail is in the log of this browser.',
    reload: 'Reload the page',
  },
};
