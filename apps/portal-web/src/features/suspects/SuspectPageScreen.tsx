import type { ReactElement } from 'react';
import { newPage } from './suspect-place.ts';
import { SuspectsScreen } from './SuspectsScreen.tsx';

/** The screen at its own address. */
export const SuspectPageScreen = (): ReactElement => <SuspectsScreen place={newPage()} />;
