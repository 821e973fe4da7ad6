import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { RecoveryCodesPanel } from './RecoveryCodesPanel.tsx';
import settings from '../Settings.module.css';
import { twoFactorQuery } from './two-factor.api.ts';
import { TwoFactorManage } from './TwoFactorManage.tsx';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';

/** P 2, P 8 two-factor settings: state, switching on and off, and recovery codes. */
export function TwoFactorPanel(props: { user: PortalUser }): ReactElement {
  const t = useT();
  const { user } = props;
  const client = useQueryClient();
  const query = twoFactorQuery(user.id);
  const found = useQuery(query);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isDisabled, setDisabled] = useState(false);
  const refresh = (): void => void client.invalidateQueries(query);
  if (codes !== null) {
    const close = (): void => {
      setCodes(null);
      refresh();
    };
    return <RecoveryCodesPanel codes={codes} name={user.username} onKept={close} />;
  }
  if (found.isError)
    return (
      <Notice tone="al" isUrgent>
        {t('errors:code.unavailable')}
      </Notice>
    );
  if (found.data === undefined) return <div className={settings.panel} />;
  const { enabled, required, recovery_codes_left: left } = found.data;
  if (!enabled)
    return (
      <section className={settings.panel}>
        {isDisabled && <Notice tone="ok">{t('settings:twoFactor.disabled')}</Notice>}
        <p className={settings.hint}>{t('settings:twoFactor.off')}</p>
        {required && <Notice tone="wa">{t('settings:twoFactor.required')}</Notice>}
        <TwoFactorSetup user={user} onEnabled={setCodes} />
      </section>
    );
  return (
    <section className={settings.panel}>
      <Notice tone="ok" icon="shieldCheck">
        {t('settings:twoFactor.on')}
      </Notice>
      <p className={settings.hint}>{t('settings:twoFactor.left', { count: left })}</p>
      <TwoFactorManage
        user={user}
        isRequired={required}
        onCodes={setCodes}
        onDisabled={() => {
          setDisabled(true);
          refresh();
        }}
      />
    </section>
  );
}
