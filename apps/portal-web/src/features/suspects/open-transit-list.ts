import type { Suspect } from '@varco/contract/plant/suspects.ts';
import { openPlateDialog } from '../../lib/plate-dialog.store.ts';
import type { SuspectResult } from './suspect-controller.ts';
import { buildSuspectBody } from './suspect-form.ts';

/** SUS-05, readings TA71: opens the transits of the window, on the map with its list. */
export const openTransitList = ({ transit }: Suspect, { form }: SuspectResult): void => {
  const { start_time: start, end_time: end } = buildSuspectBody(form);
  openPlateDialog({ plate: transit.targa, mode: 'list', start, end });
};
