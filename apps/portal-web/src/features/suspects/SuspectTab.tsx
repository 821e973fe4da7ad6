import type { ReactElement } from 'react';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import { getSuspectController } from './suspect-controller.ts';
import { SuspectsScreen } from './SuspectsScreen.tsx';

/** T 2.9: "Veicoli sospetti" in a tab. */
export const SuspectTab = (props: { tab: Extract<Tab, { kind: 'suspects' }> }): ReactElement => (
  <SuspectsScreen controller={getSuspectController(props.tab.id)} />
);
