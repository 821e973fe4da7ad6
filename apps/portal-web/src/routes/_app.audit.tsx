import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AuditScreen } from '../features/audit/AuditScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

interface AuditSearch {
  /** Case of a timeline; an address never holds a plate or a person. */
  readonly case?: string | undefined;
  readonly view?: 'review' | undefined;
}

export const Route = createFileRoute('/_app/audit')({
  validateSearch: ({ case: caseNumber, view }: AuditSearch): AuditSearch => ({
    case: caseNumber,
    view: view === 'review' ? view : undefined,
  }),
  beforeLoad: () => Promise.all([loadMessages('audit'), loadMessages('review')]),
  component: AuditPage,
});

const MAX_CASE_LENGTH = 80;

function AuditPage(): ReactElement {
  const navigate = Route.useNavigate();
  const { case: caseNumber = '', view = 'log' } = Route.useSearch();
  return (
    <AuditScreen
      caseNumber={caseNumber.slice(0, MAX_CASE_LENGTH)}
      view={view}
      onView={(next) => void navigate({ search: next === 'log' ? {} : { view: next } })}
      onCase={(next) => void navigate({ search: next === '' ? {} : { case: next } })}
    />
  );
}
