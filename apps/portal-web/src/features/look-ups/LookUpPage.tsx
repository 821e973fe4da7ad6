import type { ReactElement } from 'react';
import { getPageController } from './look-up-controller.ts';
import { LookUpScreen } from './LookUpScreen.tsx';

/** The look-up screen on its own page. */
export const LookUpPage = (): ReactElement => <LookUpScreen controller={getPageController()} />;
