import { PasswordInput, Switch, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { CredentialFields, CredentialProblem } from './credential-form.ts';
import styles from './CredentialsScreen.module.css';

type TextField = Exclude<keyof CredentialFields, 'enabled'>;

interface InputsProps {
  readonly fields: CredentialFields;
  readonly isNew: boolean;
  readonly problem: CredentialProblem | null;
  readonly onChange: (change: Partial<CredentialFields>) => void;
}

/** Props of one text field: value, error and change handler. */
function useFieldProps({ fields, problem, onChange }: InputsProps) {
  const t = useT();
  return (name: TextField, maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    value: fields[name],
    error: problem?.field === name ? t(problem.text) : null,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ [name]: event.currentTarget.value }),
  });
}

/** Inputs of the credential form. */
export function CredentialInputs(props: InputsProps): ReactElement {
  const t = useT();
  const bind = useFieldProps(props);
  const { fields, isNew, onChange } = props;
  return (
    <div className={styles.column}>
      <AddressInputs {...props} />
      <TextInput {...bind('label', 80)} label={t('plants:form.label')} />
      <TextInput {...bind('username', 120)} label={t('plants:form.username')} />
      <PasswordInput
        {...bind('password', 200)}
        label={t('plants:form.password')}
        description={isNew ? null : t('plants:form.passwordKept')}
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
          {...bind('plantCode', 64)}
          label={t('plants:form.plantCode')}
          description={t('plants:form.plantCodeHint')}
        />
      )}
    </div>
  );
}

/** The address of a listed plant is read-only, because its password is bound to it. */
function AddressInputs(props: InputsProps): ReactElement {
  const t = useT();
  const bind = useFieldProps(props);
  const { isNew } = props;
  return (
    <>
      <TextInput
        {...bind('host', 300)}
        data-autofocus={isNew ? true : undefined}
        label={t('plants:form.host')}
        description={isNew ? null : t('plants:form.hostFixed')}
        placeholder={t('plants:form.hostPlaceholder')}
        readOnly={!isNew}
        spellCheck={false}
      />
      <TextInput
        {...bind('port', 5)}
        label={t('plants:form.port')}
        inputMode="numeric"
        placeholder="443"
        readOnly={!isNew}
      />
    </>
  );
}
