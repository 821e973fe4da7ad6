import { PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { findPlantPasswordFaults } from '@varco/domain/plants/plant-password.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './PlantUsers.module.css';
import type { FormFault, UserForm } from './user-form.ts';
import { formatUserName } from './users-columns.tsx';

export interface SectionProps {
  readonly form: UserForm;
  readonly onChange: (change: Partial<UserForm>) => void;
  /** Validation errors, shown after the first attempt to save. */
  readonly faults: ReadonlySet<FormFault>;
  readonly isReadOnly: boolean;
  readonly isNew: boolean;
}

/** A user who can be selected as owner. */
export type Owner = Pick<PlantUserRecord, 'id' | 'username' | 'fullname'>;

type TextFieldName = 'username' | 'fullname' | 'email' | 'description';
const MAX_LENGTHS: Readonly<Record<TextFieldName, number>> = {
  username: 60,
  fullname: 200,
  email: 254,
  description: 255,
};

/** Account section: identity, sign-in, expiry, and owner. */
export function AccountSection(
  props: SectionProps & {
    /** The user's own account: name and password are changed elsewhere. */
    isSelf: boolean;
    /** Users who may own this one; null: the owner cannot be changed by this manager. */
    owners: readonly Owner[] | null;
  },
): ReactElement {
  const t = useT();
  const { form, onChange, faults, isReadOnly, isSelf, owners } = props;
  const text = (name: TextFieldName): ReactElement => (
    <TextInput
      key={name}
      label={t(`users:form.${name}`)}
      description={name === 'username' ? t('users:form.usernameHint') : undefined}
      maxLength={MAX_LENGTHS[name]}
      autoComplete="off"
      readOnly={isReadOnly || (isSelf && name === 'username')}
      data-autofocus={name === 'username' ? true : undefined}
      error={(name === 'username' || name === 'email') && faults.has(name) ? t(`users:form.fault.${name}`) : undefined}
      value={form[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className={styles.fieldset} disabled={isReadOnly}>
      <legend className={styles.legend}>{t('users:form.account')}</legend>
      {text('username')}
      {text('fullname')}
      {text('email')}
      {!isSelf && <PasswordFields {...props} />}
      <AccountSwitches {...props} />
      <TextInput
        label={t('users:form.expiry')}
        description={t('users:form.expiryHint')}
        maxLength={20}
        error={faults.has('datascadenza') ? t('users:form.fault.datascadenza') : undefined}
        value={form.expiry}
        onChange={(event) => onChange({ expiry: event.currentTarget.value })}
      />
      {owners !== null && <OwnerField {...{ form, onChange, owners }} />}
      {text('description')}
      <Textarea
        label={t('users:form.extra')}
        maxLength={1000}
        autosize
        minRows={2}
        maxRows={6}
        value={form.extra}
        onChange={(event) => onChange({ extra: event.currentTarget.value })}
      />
    </fieldset>
  );
}

function AccountSwitches({ form, onChange, isSelf }: SectionProps & { isSelf: boolean }): ReactElement {
  const t = useT();
  return (
    <>
      <Switch
        label={t('users:form.passwordExpires')}
        description={t('users:form.passwordExpiresHint')}
        checked={form.passwordExpires}
        onChange={(event) => onChange({ passwordExpires: event.currentTarget.checked })}
      />
      <Switch
        label={t('users:form.active')}
        description={t('users:form.activeHint')}
        checked={form.isActive}
        disabled={isSelf}
        onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
      />
    </>
  );
}

function OwnerField({
  form,
  onChange,
  owners,
}: Pick<SectionProps, 'form' | 'onChange'> & { owners: readonly Owner[] }): ReactElement {
  const t = useT();
  return (
    <Select
      label={t('users:form.owner')}
      description={t('users:form.ownerHint')}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('users:nobody') }}
      data={owners.map((one) => ({ value: String(one.id), label: formatUserName(one) }))}
      value={form.ownerId === null ? null : String(form.ownerId)}
      onChange={(value) => onChange({ ownerId: value === null ? null : Number(value) })}
    />
  );
}

function PasswordFields({ form, onChange, faults, isNew }: SectionProps): ReactElement {
  const t = useT();
  const { password } = form;
  const lacks = password === '' && !isNew ? [] : findPlantPasswordFaults(password, form.username);
  const rules = lacks.map((rule) => t(`plants:rule.${rule}`)).join(', ');
  const sent = password !== '' && lacks.length > 0 ? t('users:form.passwordLacks', { rules }) : undefined;
  return (
    <PasswordInput
      label={t('users:form.password')}
      description={t(isNew ? 'users:form.passwordNew' : 'users:form.passwordKeep')}
      autoComplete="new-password"
      maxLength={200}
      visibilityToggleButtonProps={{ 'aria-label': t('users:form.showPassword') }}
      error={sent ?? (faults.has('password') ? t('users:form.fault.password') : undefined)}
      value={password}
      onChange={(event) => onChange({ password: event.currentTarget.value })}
    />
  );
}
