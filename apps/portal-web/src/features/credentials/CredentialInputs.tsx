import { PasswordInput, Switch, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { CredentialFields, CredentialProblem } from './credential-form.ts';
import styles from './CredentialsScreen.module.css';

type TextField = Exclude<keyof CredentialFields, 'enabled'>;

/** The fields a person fills in. The address of a plant that is there already is locked: it is what its password is bound to. */
export function CredentialInputs(props: {
  fields: CredentialFields;
  isNew: boolean;
  problem: CredentialProblem | null;
  onChange: (change: Partial<CredentialFields>) => void;
}): ReactElement {
  const t = useT();
  const { fields, isNew, problem, onChange } = props;
  const bind = (name: TextField) => ({
    name,
    value: fields[name],
    error: problem?.field === name ? t(problem.text) : null,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.column}>
      <TextInput
        {...bind('host')}
        data-autofocus={isNew ? true : undefined}
        label={t('plants:form.host')}
        description={isNew ? null : t('plants:form.hostFixed')}
        placeholder={t('plants:form.hostPlaceholder')}
        maxLength={300}
        readOnly={!isNew}
        spellCheck={false}
        autoComplete="off"
      />
      <TextInput
        {...bind('port')}
        label={t('plants:form.port')}
        inputMode="numeric"
        maxLength={5}
        placeholder="443"
        readOnly={!isNew}
        autoComplete="off"
      />
      <TextInput {...bind('label')} label={t('plants:form.label')} maxLength={80} autoComplete="off" />
      <TextInput {...bind('username')} label={t('plants:form.username')} maxLength={120} autoComplete="off" />
      <PasswordInput
        {...bind('password')}
        label={t('plants:form.password')}
        description={isNew ? null : t('plants:form.passwordKept')}
        maxLength={200}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('plants:form.showPassword') }}
      />
      <Switch
        label={t('plants:form.enabled')}
        description={t('plants:form.enabledHint')}
        checked={fields.enabled}
        onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
      />
      {isNew && (
        <TextInput
          {...bind('plantCode')}
          label={t('plants:form.plantCode')}
          description={t('plants:form.plantCodeHint')}
          maxLength={64}
          autoComplete="off"
        />
      )}
    </div>
  );
}
