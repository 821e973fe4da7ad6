import '../lib/validation-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { runWhenIdle } from '../lib/idle.ts';
import { watchPageLoadErrors } from '../lib/page-load-errors.ts';
import { syncPreferencesWithUser, usePreferences } from '../lib/preferences/preferences.store.ts';
import { bindTranslator } from '../lib/translate.ts';
import { setSessionEndedHandler } from '../lib/session/session-module.ts';
import { switchLanguage, startTranslator } from '../lib/messages.ts';
import { setActionsLoader } from '../lib/transit-actions/load-actions.ts';
import { installTrustedTypes } from '../lib/trusted-types.ts';
import { setStyleNonce } from '../theme/nonce.ts';
import { App } from './App.tsx';
import { preloadAfterFirstPage, registerActions } from './preload.ts';
import { router } from './router.ts';

installTrustedTypes();
setStyleNonce();
const translator = await startTranslator(usePreferences.getState().language);
bindTranslator(translator.t);
watchPageLoadErrors();
syncPreferencesWithUser();
setActionsLoader(registerActions);
setSessionEndedHandler(() => void router.navigate({ to: '/logout' }));

const setDocumentLanguage = (language: string): void => {
  document.documentElement.lang = language;
};
setDocumentLanguage(translator.language());
usePreferences.subscribe(({ language }) => {
  setDocumentLanguage(language);
  void switchLanguage(language);
});

const stop = router.subscribe('onRendered', () => {
  stop();
  runWhenIdle(preloadAfterFirstPage);
});

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<App translator={translator} />);
