import { Button, Checkbox, Modal, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { changePassword, type ChangeOutcome } from '../../lib/session/change-password.ts';
import { unlockVault } from '../../lib/session/unlock-vault.ts';
import { EMPTY_RECOVERY, toVaultOpener, type RecoveryFields, toUnlockMessage } from './vault-recovery.ts';
import styles from './VaultRecoveryScreen.module.css';

/**
 * After a reset by e-mail: opens the vault with the recovery key or the old password, or replaces it by an empty one.
 */
export function VaultRecoveryScreen(): ReactElement {
  const t = useT();
  const [fields, setFields] = useState(EMPTY_RECOVERY);
  const [isGivingUp, setGivingUp] = useState(false);
  const set = (change: Partial<RecoveryFields>): void => setFields((before) => ({ ...before, ...change }));
  const unlock = useMutation({
    mutationFn: async (): Promise<MessageKey | null> =>
      toUnlockMessage(await unlockVault(toVaultOpener(fields), fields.present)),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    unlock.mutate();
  };
  const message = unlock.isError ? 'account:vaultRecovery.failed' : (unlock.data ?? null);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.title}>{t('account:vaultRecovery.title')}</h2>
      <p className={styles.text}>{t('account:vaultRecovery.intro')}</p>
      <VaultKeyInputs fields={fields} onChange={set} />
      <SecretInput
        name="present"
        label={t('account:vaultRecovery.present')}
        value={fields.present}
        onChange={(present) => set({ present })}
      />
      <Button type="submit" loading={unlock.isPending} disabled={fields.secret === '' || fields.present === ''}>
        {t('account:vaultRecovery.submit')}
      </Button>
      {message !== null && (
        <Notice tone="al" isUrgent>
          {t(message)}
        </Notice>
      )}
      <Button variant="subtle" onClick={() => setGivingUp(true)}>
        {t('account:vaultRecovery.giveUp')}
      </Button>
      {isGivingUp && <DiscardVaultDialog onClose={() => setGivingUp(false)} />}
    </form>
  );
}

function VaultKeyInputs(props: {
  fields: RecoveryFields;
  onChange: (change: Partial<RecoveryFields>) => void;
}): ReactElement {
  const t = useT();
  const { fields, onChange } = props;
  return (
    <>
      <SegmentedControl
        aria-label={t('account:vaultRecovery.with')}
        value={fields.by}
        onChange={(by) => onChange({ by: by === 'password' ? 'password' : 'key', secret: '' })}
        data={[
          { value: 'key', label: t('account:vaultRecovery.byKey') },
          { value: 'password', label: t('account:vaultRecovery.byPassword') },
        ]}
      />
      {fields.by === 'key' ? (
        <TextInput
          name="recoveryKey"
          label={t('account:vaultRecovery.byKey')}
          autoComplete="off"
          spellCheck={false}
          value={fields.secret}
          onChange={(event) => onChange({ secret: event.currentTarget.value })}
        />
      ) : (
        <SecretInput
          name="oldPassword"
          label={t('account:vaultRecovery.byPassword')}
          value={fields.secret}
          onChange={(secret) => onChange({ secret })}
        />
      )}
    </>
  );
}

function SecretInput(props: {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const t = useT();
  const { name, label, value, onChange } = props;
  return (
    <PasswordInput
      name={name}
      label={label}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Confirms that a vault that cannot be opened is replaced by an empty one; requires the current password. */
function DiscardVaultDialog(props: { onClose: () => void }): ReactElement {
  const t = useT();
  const [present, setPresent] = useState('');
  const [isSure, setSure] = useState(false);
  const giveUp = useMutation({
    mutationFn: (): Promise<ChangeOutcome> => changePassword(present, present, { isVaultGivenUp: true }),
  });
  const outcome = giveUp.data?.kind;
  const hasFailed = giveUp.isError || (outcome !== undefined && outcome !== 'changed');
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('account:vaultRecovery.giveUpTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.form}>
        <p className={styles.text}>{t('account:vaultRecovery.giveUpText')}</p>
        <SecretInput name="giveUp" label={t('account:vaultRecovery.present')} value={present} onChange={setPresent} />
        <Checkbox
          label={t('account:vaultRecovery.giveUpConfirm')}
          checked={isSure}
          onChange={(event) => setSure(event.currentTarget.checked)}
        />
        <Button
          color="red"
          disabled={!isSure || present === ''}
          loading={giveUp.isPending}
          onClick={() => giveUp.mutate()}
        >
          {t('account:vaultRecovery.giveUpSubmit')}
        </Button>
        {hasFailed && (
          <Notice tone="al" isUrgent>
            {t(outcome === 'wrong_current' ? 'account:vaultRecovery.wrongPresent' : 'account:vaultRecovery.failed')}
          </Notice>
        )}
      </div>
    </Modal>
  );
}
