import { toLookUpVehicle } from '@varco/domain/look-ups/look-up-codes.ts';
import { type ReactElement, useEffect, useRef } from 'react';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import { replaceWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { createPrefilledForm } from './look-up-form.ts';
import { getLookUpController } from './look-up-controller.ts';
import { LookUpScreen } from './LookUpScreen.tsx';

type LookUpTabSpec = Extract<Tab, { kind: 'look-up' }>;

/**
 * Look-ups in a tab, opened from a transit. RCA runs by itself once per tab, not again after a reload or a removal
 * (readings TA69).
 */
export function LookUpTab(props: { tab: LookUpTabSpec }): ReactElement {
  const { tab } = props;
  const controller = getLookUpController(
    tab.id,
    createPrefilledForm(tab.peerId, tab.plate, toLookUpVehicle(tab.vehicleClass ?? '')),
  );
  const paidField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (tab.hasRun === true || tab.plate === '') return;
    replaceWorkspaceTab(tab.id, { ...tab, hasRun: true });
    controller.submit('rca');
    // What RCA does not say costs money and is one Enter away.
    paidField.current?.focus({ preventScroll: true });
  }, [tab, controller]);
  return <LookUpScreen controller={controller} paidFieldRef={paidField} />;
}
