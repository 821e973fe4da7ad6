import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from '../lib/i18n.tsx';
import { setStyleNonce } from '../theme/nonce.ts';
import type { SchemeChoice } from '../theme/ThemeProvider.tsx';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { ComponentsPage } from './ComponentsPage.tsx';
import { FramePage } from './FramePage.tsx';
import { PhonePage } from './PhonePage.tsx';
import { SearchPage } from './SearchPage.tsx';
import { StatesPage } from './StatesPage.tsx';

// Development server only: every shared component in every state, with invented data. Never built or shipped.
// gallery.html?page=components|frame|search|states|phone&theme=light|dark|auto
const query = new URLSearchParams(location.search);
const theme = query.get('theme');
const scheme: SchemeChoice = theme === 'dark' || theme === 'light' ? theme : 'auto';
const page = query.get('page') ?? 'components';
const pages: Readonly<Record<string, () => ReactElement>> = {
  components: ComponentsPage,
  frame: FramePage,
  search: SearchPage,
  states: StatesPage,
  phone: PhonePage,
};
const Page = pages[page] ?? ComponentsPage;

setStyleNonce();
const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme={scheme}>
        <Page />
      </ThemeProvider>
    </I18nProvider>,
  );
}
