import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { type ReactElement, useEffect } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { dismiss, notify } from '../../lib/notices/notices.store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { translate } from '../../lib/translate.ts';
import { waitingQuery } from './handover.api.ts';
import { mayHandOver } from './use-handovers.ts';

const WAITING_NOTICE = 'handover-waiting';
const NOTICE_MS = 15_000;

/** Hand-overs that wait for this person's signature, in the top bar while there are some. */
export function HandoverBadge(): ReactElement | null {
  const t = useT();
  const navigate = useNavigate();
  const plants = usePlantList().filter(mayHandOver);
  const answers = useQueries({ queries: plants.map(({ peerId }) => waitingQuery(peerId)) });
  const count = new Set(answers.flatMap(({ data }) => data?.lotti ?? [])).size;
  useEffect(() => {
    if (count === 0) return dismiss(WAITING_NOTICE);
    notify({
      id: WAITING_NOTICE,
      text: translate('handover:waitingNotice'),
      type: 'info',
      timeout: NOTICE_MS,
      link: null,
    });
  }, [count]);
  if (count === 0) return null;
  return (
    <IconButton
      icon="swap"
      name={t('handover:bell', { count })}
      count={count}
      onClick={() => void navigate({ to: '/shift' })}
    />
  );
}
