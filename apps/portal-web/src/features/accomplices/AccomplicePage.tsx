import type { ReactElement } from 'react';
import { getPageController } from './accomplice-controller.ts';
import { AccompliceScreen } from './AccompliceScreen.tsx';

/** The accomplice search on its own page. */
export const AccomplicePage = (): ReactElement => <AccompliceScreen controller={getPageController()} />;
