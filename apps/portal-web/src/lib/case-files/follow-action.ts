import { loadMessages } from '../messages.ts';
import { notify } from '../notices/notices.store.ts';
import { useReason } from '../case/reason.ts';
import { now } from '../clock.ts';
import type { TransitAction } from '../transit-actions/transit-action.ts';
import { translate } from '../translate.ts';

const NOTICE_MS = 5_000;

/** Adds the plate of a transit to those followed in the current case. */
export const FOLLOW_ACTION: TransitAction = {
  id: 'follow',
  label: 'transits:rowAction.follow',
  icon: 'eye',
  needsValidPlate: true,
  run: ({ plate }) => followInCase(plate),
};

async function followInCase(plate: string): Promise<void> {
  const [{ changeCaseFiles }, { followPlate }] = await Promise.all([
    import('./case-files.store.ts'),
    import('./case-file.ts'),
    loadMessages('case-file'),
  ]);
  const number = useReason.getState().case;
  const fault = await changeCaseFiles(followPlate(number, { plate, note: '', added: now() }));
  const done = number === '' ? 'caseFile:plates.followedNoCase' : 'caseFile:plates.followed';
  notify({
    text: fault === null ? translate(done, { plate, number }) : translate(`caseFile:fault.${fault}`),
    type: fault === null ? 'success' : fault === 'known_plate' ? 'info' : 'error',
    timeout: NOTICE_MS,
    link: null,
  });
}
