import { createFileRoute } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { AuditScreen } from '../features/audit/AuditScreen.tsx';
import { loadMessages } from '../lib/messages.ts';

interface AuditSearch {
  /** Case of a timeline; an address never holds a plate or a person. */
  readonly case?: string | undefined;
}

export const Route = createFileRoute('/_app/audit')({
  validateSearch: ({ case: caseNumber }: AuditSearch): AuditSearch => ({ case: caseNumber }),
  beforeLoad: () => loadMessages('audit'),
  component: AuditPage,
});

const MAX_CASE_LENGTH = 80;

function AuditPage(): ReactElement {
  const navigate = Route.useNavigate();
  const { case: caseNumber = '' } = Route.useSearch();
  return (
    <AuditScreen
      caseNumber={caseNumber.slice(0, MAX_CASE_LENGTH)}
      onCase={(next) => void navigate({ search: next === '' ? {} : { case: next } })}
    />
  );
}
