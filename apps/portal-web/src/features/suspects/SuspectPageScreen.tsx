import type { ReactElement } from 'react';
import { newPage } from './suspect-place.ts';
import { SuspectsScreen } from './SuspectsScreen.tsx';

/** The suspect search on its own page. */
export const SuspectPageScreen = (): ReactElement => <SuspectsScreen controller={newPage()} />;
