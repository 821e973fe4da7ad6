import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { QrCode } from '@varco/ui/qr/QrCode.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import settings from '../Settings.module.css';
import styles from './TwoFactor.module.css';
import { enableTwoFactor, startTwoFactor, verifyTwoFactor } from './two-factor.api.ts';

/** P 8: enter the password, scan the QR code, verify a code, switch on. `onEnabled` receives the recovery codes. */
export function TwoFactorSetup(props: {
  user: PortalUser;
  onEnabled: (codes: readonly string[]) => void;
}): ReactElement {
  const t = useT();
  const { user, onEnabled } = props;
  const [password, setPassword] = useState('');
  const start = useMutation({ mutationFn: () => startTwoFactor(user, password), onSuccess: () => setPassword('') });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (password !== '') start.mutate();
  };
  if (start.data !== undefined)
    return <ScanQrCode secret={start.data} userId={user.id} onEnabled={onEnabled} onCancel={() => start.reset()} />;
  return (
    <form className={settings.form} onSubmit={submit} noValidate>
      <PasswordInput
        name="password"
        label={t('settings:twoFactor.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={start.isPending} disabled={password === ''}>
        {t('settings:twoFactor.start')}
      </Button>
      <FailureNotice step="start" error={start.error} />
    </form>
  );
}

function ScanQrCode(props: {
  secret: { readonly secret: string; readonly uri: string };
  userId: number;
  onEnabled: (codes: readonly string[]) => void;
  onCancel: () => void;
}): ReactElement {
  const t = useT();
  const { secret, userId, onEnabled, onCancel } = props;
  const [code, setCode] = useState('');
  const verify = useMutation({ mutationFn: () => verifyTwoFactor(userId, code) });
  const enable = useMutation({ mutationFn: () => enableTwoFactor(userId), onSuccess: onEnabled });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (verify.isSuccess) enable.mutate();
    else if (code.trim() !== '') verify.mutate();
  };
  return (
    <form className={settings.form} onSubmit={submit} noValidate>
      <p className={settings.hint}>{t('settings:twoFactor.scan')}</p>
      <QrCode text={secret.uri} label={t('settings:twoFactor.qr')} />
      <p className={settings.hint}>
        {t('settings:twoFactor.orType')} <code className={styles.secret}>{groupCharacters(secret.secret)}</code>
      </p>
      <TextInput
        name="code"
        label={t('settings:twoFactor.code')}
        description={t('settings:twoFactor.type')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        readOnly={verify.isSuccess}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          verify.reset();
        }}
      />
      {verify.isSuccess && <Notice tone="ok">{t('settings:twoFactor.verified')}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" loading={verify.isPending || enable.isPending} disabled={code.trim() === ''}>
          {t(verify.isSuccess ? 'settings:twoFactor.enable' : 'settings:twoFactor.verify')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('settings:twoFactor.cancel')}
        </Button>
      </div>
      <FailureNotice step="verify" error={verify.error} />
      <FailureNotice step="enable" error={enable.error} />
    </form>
  );
}

/** Splits a secret into groups of four characters, easier to type into an app. */
const groupCharacters = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';
