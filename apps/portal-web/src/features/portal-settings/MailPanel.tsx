import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { MailServerView, PortalSettingsView } from '@varco/contract/portal/settings.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SettingsTable } from '../../widgets/settings/SettingsTable.tsx';
import { MailServerDialog } from './MailServerDialog.tsx';
import { tryMailServer } from './portal-settings.api.ts';
import styles from './PortalSettings.module.css';
import { formatRefusal } from './use-setting-save.ts';

/** The mail server, and a trial of it. */
export function MailPanel({ settings }: { settings: PortalSettingsView }): ReactElement {
  const t = useT();
  const [isEdited, setEdited] = useState(false);
  const { value, changed, from_environment: isFromEnvironment } = settings.mail;
  return (
    <>
      <SettingsTable
        title={t('portalSettings:mail.title')}
        icon="mail"
        rows={[
          {
            id: 'mail',
            name: t('portalSettings:mail.server'),
            hint: t('portalSettings:mail.hint'),
            value: formatServer(value, t),
            changed,
            isFromEnvironment,
            onEdit: () => setEdited(true),
          },
        ]}
      >
        {/* What a trial of the server before said does not hold for another one. */}
        {value !== null && <MailTrial key={settings.mail.ver} />}
      </SettingsTable>
      {isEdited && <MailServerDialog settings={settings} onClose={() => setEdited(false)} />}
    </>
  );
}

function MailTrial(): ReactElement {
  const t = useT();
  const trial = useMutation({ mutationFn: tryMailServer });
  return (
    <div className={styles.trial}>
      <Button variant="default" size="xs" loading={trial.isPending} onClick={() => trial.mutate()}>
        {t('portalSettings:mail.try')}
      </Button>
      {trial.error !== null && (
        <Notice tone="al" isUrgent>
          {formatRefusal(trial.error, t)}
        </Notice>
      )}
      {trial.data !== undefined && (
        <Notice tone={trial.data.sent ? 'ok' : 'al'} isUrgent={!trial.data.sent}>
          {trial.data.sent
            ? t('portalSettings:mail.sent', { to: trial.data.to })
            : t('portalSettings:mail.notSent', { reply: trial.data.reply })}
        </Notice>
      )}
    </div>
  );
}

function formatServer(server: MailServerView | null, t: Translate): string {
  if (server === null) return t('portalSettings:mail.none');
  const { host, port, security, user, from } = server;
  return [
    `${host}:${port}`,
    t(`portalSettings:mail.security.${security}`),
    user === '' ? t('portalSettings:mail.noUser') : t('portalSettings:mail.asUser', { user }),
    t('portalSettings:mail.sender', { from }),
  ].join(', ');
}
