import type { ReactElement } from 'react';
import { newPage } from './look-up-place.ts';
import { LookUpScreen } from './LookUpScreen.tsx';

/** The screen at its own address. */
export const LookUpPage = (): ReactElement => <LookUpScreen place={newPage()} />;
