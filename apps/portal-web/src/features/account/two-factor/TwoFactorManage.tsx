import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import settings from '../Settings.module.css';
import styles from './TwoFactor.module.css';
import { disableTwoFactor, renewRecoveryCodes } from './two-factor.api.ts';

const EMPTY_PROOFS = { password: '', code: '' };

/** For enabled two-factor: switch it off or make new recovery codes; both require the password and a code. */
export function TwoFactorManage(props: {
  user: PortalUser;
  isRequired: boolean;
  onCodes: (codes: readonly string[]) => void;
  onDisabled: () => void;
}): ReactElement {
  const t = useT();
  const { user, isRequired, onCodes, onDisabled } = props;
  const [typed, setTyped] = useState(EMPTY_PROOFS);
  const renew = useMutation({ mutationFn: () => renewRecoveryCodes(user, typed), onSuccess: onCodes });
  const disable = useMutation({ mutationFn: () => disableTwoFactor(user, typed), onSuccess: onDisabled });
  const isIncomplete = typed.password === '' || typed.code.trim() === '';
  const change = (part: Partial<typeof EMPTY_PROOFS>): void => {
    setTyped({ ...typed, ...part });
    renew.reset();
    disable.reset();
  };
  return (
    <form className={settings.form} onSubmit={(event) => event.preventDefault()} noValidate>
      <p className={settings.hint}>{t(isRequired ? 'settings:twoFactor.staysOn' : 'settings:twoFactor.manage')}</p>
      <PasswordInput
        name="password"
        label={t('settings:twoFactor.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
        value={typed.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <TextInput
        name="code"
        label={t('settings:twoFactor.codeOrRecovery')}
        autoComplete="one-time-code"
        maxLength={32}
        value={typed.code}
        onChange={(event) => change({ code: event.currentTarget.value })}
      />
      <div className={styles.actions}>
        <Button variant="default" loading={renew.isPending} disabled={isIncomplete} onClick={() => renew.mutate()}>
          {t('settings:twoFactor.renew')}
        </Button>
        {!isRequired && (
          <Button
            variant="default"
            color="allarme"
            loading={disable.isPending}
            disabled={isIncomplete}
            onClick={() => disable.mutate()}
          >
            {t('settings:twoFactor.disable')}
          </Button>
        )}
      </div>
      <FailureNotice step="renew" error={renew.error} />
      <FailureNotice step="disable" error={disable.error} />
    </form>
  );
}
