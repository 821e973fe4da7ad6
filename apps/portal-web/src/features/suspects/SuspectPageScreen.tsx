import type { ReactElement } from 'react';
import { getPageController } from './suspect-controller.ts';
import { SuspectsScreen } from './SuspectsScreen.tsx';

/** The suspect search on its own page. */
export const SuspectPageScreen = (): ReactElement => <SuspectsScreen controller={getPageController()} />;
