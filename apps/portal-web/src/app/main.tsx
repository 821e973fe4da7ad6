import '../lib/validation-without-eval.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { createRoot } from 'react-dom/client';
import { keepPreferencesPerUser, usePreferences } from '../lib/preferences/preferences.store.ts';
import { bindPlantsToVault } from '../lib/session/boot.ts';
import { keepSession } from '../lib/session/session-life.ts';
import { installTrustedTypes } from '../lib/trusted-types.ts';
import { shareNonce } from '../theme/nonce.ts';
import { App } from './App.tsx';
import { router } from './router.ts';

installTrustedTypes();
shareNonce();
bindPlantsToVault();
keepPreferencesPerUser();
keepSession(() => void router.navigate({ to: '/logout' }));

const translator = createI18n(usePreferences.getState().language);
const setDocumentLanguage = (language: string): void => {
  document.documentElement.lang = language;
};
setDocumentLanguage(translator.language());
usePreferences.subscribe(({ language }) => {
  setDocumentLanguage(language);
  void translator.setLanguage(language);
});

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<App translator={translator} />);
