import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { loadKnownCases } from '../../lib/case/known-cases.ts';
import { setReason, useReason } from '../../lib/case/reason.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { loadMessages } from '../../lib/messages.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { CaseBar } from '../../widgets/case-bar/CaseBar.tsx';
import { closeCaseDialog, openCaseDialog, useCaseDialog } from './case-dialog.store.ts';
import { loggedSearchesQuery, openQuestionsQuery } from './case.api.ts';
import { collectReasons, requiresCaseNumber } from '../../lib/plants/offered-reasons.ts';

const { Component: CaseDialog, preload: bringCaseDialog } = lazyComponent(
  async () => (await import('./CaseDialog.tsx')).CaseDialog,
  null,
  { close: closeCaseDialog },
);

const { Component: OwnConsultations, preload: bringOwnConsultations } = lazyComponent(
  async () => {
    await loadMessages('review', 'audit-actions');
    return (await import('./OwnConsultations.tsx')).OwnConsultations;
  },
  null,
  { close: ({ onClose }) => onClose() },
);

/** Loads the dialogs that the case bar opens. */
export const loadCaseDialogs = (): Promise<unknown> => Promise.all([bringCaseDialog(), bringOwnConsultations()]);

/** Case bar with its dialog, opened by `F8` or by a plant that requires a reason. */
export function CaseBarSlot(props: { isLine: boolean }): ReactElement {
  const plants = usePlantList();
  const language = useLanguage();
  const reason = useReason();
  const isOpen = useCaseDialog((dialog) => dialog.isOpen) || reason.isRequired;
  const offered = collectReasons(plants, language);
  const logged = useQuery(loggedSearchesQuery(plants, reason.case));
  const questions = useQuery(openQuestionsQuery(plants));
  const [isLogOpen, setLogOpen] = useState(false);
  useEffect(() => void loadKnownCases(), []);
  useShortcuts({ F8: openCaseDialog });
  const label = offered.find((one) => one.code === reason.code)?.label ?? reason.text;
  const inHand =
    reason.code === ''
      ? null
      : { reason: label, caseNumber: reason.case === '' ? null : reason.case, loggedCount: logged.data ?? 0 };
  return (
    <>
      <CaseBar
        caseInHand={inHand}
        questions={questions.data ?? 0}
        onChange={openCaseDialog}
        onLog={() => setLogOpen(true)}
        isLine={props.isLine}
      />
      {isOpen && (
        <CaseDialog
          offered={offered}
          reason={reason}
          needsNumber={(code) => requiresCaseNumber(plants, code)}
          onSave={setReason}
          onLog={() => {
            closeCaseDialog();
            setLogOpen(true);
          }}
        />
      )}
      {isLogOpen && <OwnConsultations plants={plants} caseNumber={reason.case} onClose={() => setLogOpen(false)} />}
    </>
  );
}
