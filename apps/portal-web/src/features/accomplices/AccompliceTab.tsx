import { type ReactElement, useEffect, useRef } from 'react';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import { usePlant } from '../../lib/plants/use-plants.ts';
import { createFormFromTransit } from './accomplice-form.ts';
import { getAccompliceController } from './accomplice-controller.ts';
import { canSearchAccomplicesOn } from './accomplice-plants.ts';
import { AccompliceScreen } from './AccompliceScreen.tsx';

/** T 2.9: tab "Veicolo complice {plate}". It starts one search by itself as soon as its plant is ready. */
export function AccompliceTab(props: { tab: Extract<Tab, { kind: 'accomplices' }> }): ReactElement {
  const { id, peerId, plate, transitId } = props.tab;
  const controller = getAccompliceController(id, createFormFromTransit(peerId, plate, transitId));
  const plant = usePlant(peerId);
  const isReady = plant !== null && canSearchAccomplicesOn(plant);
  const hasRun = useRef(false);
  useEffect(() => {
    if (!isReady || hasRun.current) return;
    hasRun.current = true;
    if (controller.store.getState().search === null) controller.run([peerId]);
  }, [isReady, peerId, controller]);
  return <AccompliceScreen controller={controller} />;
}
