import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AuditScreen } from '../features/audit/AuditScreen.tsx';
import { CaseRecordScreen } from '../features/case-record/CaseRecordScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

interface AuditSearch {
  /** Case whose record is shown; an address never holds a plate or a person. */
  readonly case?: string | undefined;
  readonly view?: 'review' | undefined;
}

export const Route = createFileRoute('/_app/audit')({
  validateSearch: ({ case: caseNumber, view }: AuditSearch): AuditSearch => ({
    // A number of digits alone is read as a number.
    case: caseNumber === undefined ? undefined : String(caseNumber),
    view: view === 'review' ? view : undefined,
  }),
  beforeLoad: () => loadMessages('audit', 'audit-actions', 'review', 'case-record', 'alerts'),
  component: AuditPage,
});

const MAX_CASE_LENGTH = 80;

function AuditPage(): ReactElement {
  const navigate = Route.useNavigate();
  const { case: caseNumber = '', view = 'log' } = Route.useSearch();
  const number = caseNumber.trim().slice(0, MAX_CASE_LENGTH);
  if (number !== '')
    return <CaseRecordScreen caseNumber={number} scope="all" onBack={() => void navigate({ search: {} })} />;
  return (
    <AuditScreen
      view={view}
      onView={(next) => void navigate({ search: next === 'log' ? {} : { view: next } })}
      onCase={(next) => void navigate({ search: { case: next } })}
    />
  );
}
