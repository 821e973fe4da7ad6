import type { ReactElement } from 'react';
import { newPage } from './accomplice-place.ts';
import { AccompliceScreen } from './AccompliceScreen.tsx';

/** The screen at its own address. */
export const AccomplicePage = (): ReactElement => <AccompliceScreen place={newPage()} />;
