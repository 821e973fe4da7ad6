import '../lib/validation-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { bindClientLog } from '../lib/client-log/client-log.store.ts';
import { tellCredentialStates } from '../lib/plants/credential-notices.ts';
import { keepPreferencesPerUser, usePreferences } from '../lib/preferences/preferences.store.ts';
import { bindTranslator } from '../lib/say.ts';
import { bindPlantsToVault } from '../lib/session/boot.ts';
import { keepSession } from '../lib/session/session-life.ts';
import { registerTransitActions } from '../lib/transit-actions/action-registry.ts';
import { installTrustedTypes } from '../lib/trusted-types.ts';
import { watchPageLoads, watchVersion } from '../lib/version-watch.ts';
import { keepTabs } from '../lib/workspace/keep-tabs.ts';
import { shareNonce } from '../theme/nonce.ts';
import { App } from './App.tsx';
import { router } from './router.ts';
import { startTexts } from './start-texts.ts';
import { TRANSIT_ACTIONS } from './transit-actions.ts';

installTrustedTypes();
shareNonce();
const translator = await startTexts(usePreferences.getState().language);
bindTranslator(translator.t);
bindClientLog();
bindPlantsToVault();
tellCredentialStates();
registerTransitActions(TRANSIT_ACTIONS);
watchPageLoads();
watchVersion();
keepPreferencesPerUser();
keepTabs();
keepSession(() => void router.navigate({ to: '/logout' }));

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
