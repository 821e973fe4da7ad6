import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { dueQuery } from './person-requests.api.ts';
import { mayHandleRequests } from './use-person-requests.ts';

/** Requests of people that are due within seven days or overdue, in the top bar while there are some. */
export function PersonRequestBadge(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const plants = usePlantList().filter(mayHandleRequests);
  const answers = useQueries({ queries: plants.map(({ peerId }) => dueQuery(peerId)) });
  const count = new Set(answers.flatMap(({ data }) => data?.lotti ?? [])).size;
  if (count === 0) return null;
  return (
    <IconButton
      icon="mail"
      name={t('personRequests:bell', { count })}
      count={count}
      onClick={() => void navigate({ to: '/person-requests' })}
    />
  );
}
