import { FormDialog } from '@varco/ui/FormDialog.tsx';
import type { ReactElement } from 'react';
import { countUnsent, useWaitingDecisions } from '../../lib/alerts/waiting-decisions.store.ts';
import { useT } from '../../lib/i18n.tsx';

/** Asks before a sign-out that would lose decisions. */
export function SignOutDialog(props: { onSignOut: () => void; onClose: () => void }): ReactElement {
  const { onSignOut, onClose } = props;
  const t = useT();
  const count = useWaitingDecisions(({ list }) => countUnsent(list));
  return (
    <FormDialog
      title={t('alerts:waiting.signOutTitle')}
      size="small"
      description={t('alerts:waiting.signOutText', { count })}
      labels={{ submit: t('alerts:waiting.signOut'), cancel: t('alerts:waiting.stay'), close: t('common:close') }}
      isDestructive
      onSubmit={onSignOut}
      onClose={onClose}
    />
  );
}
