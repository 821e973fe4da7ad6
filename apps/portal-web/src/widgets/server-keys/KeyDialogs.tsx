import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ServerKeyInfo, ServerKeysView } from '@varco/contract/server-keys.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import type { KeyServer } from './key-server.ts';
import styles from './ServerKeys.module.css';

interface Props {
  readonly server: KeyServer;
  readonly info: ServerKeyInfo;
  readonly onClose: () => void;
}

/** Makes a new key: says what happens then, and what has to follow. */
export function NewServerKeyDialog({ server, info, onClose }: Props): ReactElement {
  const t = useT();
  const change = useKeyChange(server, () => server.add(info.name), onClose);
  return (
    <FormDialog
      title={t('serverKeys:add.title', { key: t(`serverKeys:name.${info.name}`), server: server.name })}
      size="small"
      description={t('serverKeys:add.text')}
      labels={{ submit: t('serverKeys:add.submit'), cancel: t('common:cancel'), close: t('common:close') }}
      error={formatRefusal(change.error, t)}
      isBusy={change.isPending}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <p className={styles.words}>{t(`serverKeys:add.next.${server.kind}.${info.name}`)}</p>
    </FormDialog>
  );
}

/** Retires the former key, after naming it and what stops working. */
export function RetireServerKeyDialog({ server, info, onClose }: Props): ReactElement {
  const t = useT();
  const change = useKeyChange(server, () => server.retire(info.name, info.kid), onClose);
  return (
    <FormDialog
      title={t('serverKeys:retire.title', { key: t(`serverKeys:name.${info.name}`), server: server.name })}
      size="small"
      description={t('serverKeys:retire.text', { fingerprint: info.fingerprint ?? t('serverKeys:noFingerprint') })}
      labels={{ submit: t('serverKeys:retire.submit'), cancel: t('common:cancel'), close: t('common:close') }}
      error={formatRefusal(change.error, t)}
      isBusy={change.isPending}
      isDestructive
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <p className={styles.words}>{t(`serverKeys:retire.stops.${server.kind}.${info.name}`)}</p>
    </FormDialog>
  );
}

/** A change shows the keys after it; a refused one reads them anew, because somebody else may have changed them. */
function useKeyChange(server: KeyServer, work: () => Promise<ServerKeysView>, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess(view) {
      client.setQueryData(server.queryKey, view);
      onClose();
    },
    onError: () => client.invalidateQueries({ queryKey: server.queryKey }),
  });
}

function formatRefusal(error: Error | null, t: Translate): string | null {
  if (error === null) return null;
  return error instanceof ApiError ? formatError(error.facts, false, t) : t('errors:code.internal');
}
