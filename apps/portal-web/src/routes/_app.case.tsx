import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CaseFileScreen } from '../features/case-file/CaseFileScreen.tsx';
import { CaseRecordScreen } from '../features/case-record/CaseRecordScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

interface CaseSearch {
  /** Case that is shown; without it the one of the stated reason. An address never holds a plate. */
  readonly case?: string | undefined;
  /** Everything the person did under the case. */
  readonly view?: 'record' | undefined;
  /** Number of a question about notes, which is in memory: it may hold personal data. */
  readonly notes?: number | undefined;
}

export const Route = createFileRoute('/_app/case')({
  validateSearch: ({ case: caseNumber, view, notes }: CaseSearch): CaseSearch => ({
    // A number of digits alone is read as a number.
    case: caseNumber === undefined ? undefined : String(caseNumber),
    view: view === 'record' ? view : undefined,
    // The address holds text, a navigation the number itself.
    notes: Number.isSafeInteger(Number(notes ?? 'none')) ? Number(notes) : undefined,
  }),
  beforeLoad: () => loadMessages('case-file', 'case-record', 'audit', 'audit-actions', 'alerts'),
  component: CasePage,
});

const MAX_CASE_LENGTH = 80;

function CasePage(): ReactElement {
  const navigate = Route.useNavigate();
  const { case: caseNumber, view, notes } = Route.useSearch();
  const number = caseNumber?.trim().slice(0, MAX_CASE_LENGTH);
  if (view === 'record' && number !== undefined && number !== '')
    return (
      <CaseRecordScreen caseNumber={number} scope="own" onBack={() => void navigate({ search: { case: number } })} />
    );
  return (
    <CaseFileScreen
      chosen={number ?? null}
      onShow={(next) => void navigate({ search: { case: next } })}
      onRecord={(next) => void navigate({ search: { case: next, view: 'record' } })}
      notes={{
        number: notes ?? null,
        onAsk: (asked) =>
          void navigate({ search: { ...(number === undefined ? {} : { case: number }), notes: asked } }),
      }}
    />
  );
}
