import '../lib/validation-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { whenIdle } from '../lib/idle.ts';
import { watchPageLoads } from '../lib/page-loads.ts';
import { keepPreferencesPerUser, usePreferences } from '../lib/preferences/preferences.store.ts';
import { bindTranslator } from '../lib/say.ts';
import { whenSessionEnds } from '../lib/session/session-part.ts';
import { showLanguage, startTexts } from '../lib/texts.ts';
import { loadActionsBy } from '../lib/transit-actions/bring-actions.ts';
import { installTrustedTypes } from '../lib/trusted-types.ts';
import { shareNonce } from '../theme/nonce.ts';
import { App } from './App.tsx';
import { bringLater, registerActions } from './later.ts';
import { router } from './router.ts';

installTrustedTypes();
shareNonce();
const translator = await startTexts(usePreferences.getState().language);
bindTranslator(translator.t);
watchPageLoads();
keepPreferencesPerUser();
loadActionsBy(registerActions);
whenSessionEnds(() => void router.navigate({ to: '/logout' }));

const setDocumentLanguage = (language: string): void => {
  document.documentElement.lang = language;
};
setDocumentLanguage(translator.language());
usePreferences.subscribe(({ language }) => {
  setDocumentLanguage(language);
  void showLanguage(language);
});

const stop = router.subscribe('onRendered', () => {
  stop();
  whenIdle(bringLater);
});

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<App translator={translator} />);
