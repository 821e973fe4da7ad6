import type { MessageKey } from '@varco/i18n/message-types.ts';
import { notify } from '../notices/notices.store.ts';
import { recordPrint, buildPrintKey } from '../prints/failed-prints.store.ts';
import { printSingleTransit } from '../prints/print-transits.ts';
import { shiftMs } from '../rome-days.ts';
import { translate } from '../translate.ts';
import { openWorkspaceTab } from '../workspace/tabs.store.ts';
import { buildTransitLink, formatTransitReference } from '../workspace/transit-link.ts';
import type { ActionContext, ActionSubject, TransitAction } from './transit-action.ts';

/** "Due minuti attorno": time before and after the passage. */
const AROUND_PASSAGE_MS = 2 * 60_000;
const COPY_NOTICE_MS = 5_000;

/** Actions that need only list and detail. */
export const BUILT_ACTIONS: readonly TransitAction[] = [
  {
    id: 'detail',
    label: 'transits:rowAction.detail',
    icon: 'document',
    needsValidPlate: false,
    isHidden: (_, { place }) => place === 'detail',
    run: (subject, context) => (context.openDetail ?? ((one) => openDetailTab(one, context)))(subject),
  },
  {
    id: 'detail-tab',
    label: 'transits:rowAction.detailTab',
    icon: 'plus',
    needsValidPlate: false,
    // Hidden where the detail already opens in a tab.
    isHidden: (_, { openDetail }) => openDetail === undefined,
    run: openDetailTab,
  },
  {
    id: 'history',
    label: 'transits:rowAction.history',
    icon: 'clock',
    needsValidPlate: true,
    // An action always passes a plate, never a tax code, even when it is long.
    run: ({ plate }) =>
      void openWorkspaceTab({
        kind: 'transit-list',
        filter: { plate, period: { kind: 'all' }, hasTaxCodes: false },
        runs: true,
      }),
  },
  {
    id: 'neighbours',
    label: 'transits:rowAction.neighbours',
    icon: 'gate',
    needsValidPlate: false,
    isHidden: isWithoutTransit,
    run: ({ peerId, gateId, at }) =>
      void openWorkspaceTab({
        kind: 'transit-list',
        filter: {
          gates: [{ peerId, gateId }],
          period: { kind: 'range', start: shiftMs(at, -AROUND_PASSAGE_MS), end: shiftMs(at, AROUND_PASSAGE_MS) },
        },
        runs: true,
      }),
  },
  { id: 'copy-plate', label: 'transits:rowAction.copyPlate', icon: 'copy', needsValidPlate: true, run: copyPlate },
  {
    id: 'copy-link',
    label: 'transits:rowAction.copyLink',
    icon: 'copy',
    needsValidPlate: false,
    // The number of a plant outside of the registry means nothing to a colleague.
    isHidden: (subject) => formatTransitReference(subject) === null,
    run: copyLink,
  },
  {
    id: 'multi-print',
    label: 'transits:rowAction.multiPrint',
    icon: 'print',
    needsValidPlate: true,
    isHidden: (_, { selectMany }) => selectMany === undefined,
    run: (subject, { selectMany }) => selectMany?.(subject),
  },
  {
    id: 'print',
    label: 'transits:rowAction.print',
    icon: 'print',
    needsValidPlate: false,
    // TBL-19: ADR records have no report.
    isHidden: ({ isAdr }, context) => isAdr || isWithoutTransit(null, context),
    run: printTransitReport,
  },
];

/** For actions that use time, gate or kind of the transit. */
function isWithoutTransit(_: unknown, { isPlateOnly = false }: ActionContext): boolean {
  return isPlateOnly;
}

function openDetailTab({ peerId, transitId, plate }: ActionSubject, { tabId, place }: ActionContext): void {
  openWorkspaceTab({
    kind: 'transit-detail',
    peerId,
    transitId,
    plate,
    ...(tabId === undefined ? {} : { fromTabId: tabId }),
    // TAB-02: the tab title says that the transit came from the suspects.
    ...(place === 'suspects' ? { isSuspect: true } : {}),
  });
}

/** Copies the plate without spaces, as used in a search. */
function copyPlate({ plate }: ActionSubject): Promise<void> {
  return copyText(plate, 'transits:rowAction.copied', 'transits:rowAction.copyFailed');
}

/** Copies a link to the transit for a colleague. It carries no plate. */
function copyLink(subject: ActionSubject): Promise<void> {
  const link = buildTransitLink(subject) ?? '';
  return copyText(link, 'transits:rowAction.linkCopied', 'transits:rowAction.linkCopyFailed');
}

async function copyText(text: string, done: MessageKey, failed: MessageKey): Promise<void> {
  const hasCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  notify({
    text: translate(hasCopied ? done : failed),
    type: hasCopied ? 'success' : 'error',
    timeout: COPY_NOTICE_MS,
    link: null,
  });
}

/** SEL-06: a failure ends the spinner without a message; the row is marked as having no file. */
async function printTransitReport({ peerId, transitId }: ActionSubject): Promise<void> {
  const key = buildPrintKey(peerId, transitId);
  recordPrint(key, false);
  try {
    await printSingleTransit(peerId, transitId);
  } catch {
    recordPrint(key, true);
  }
}
