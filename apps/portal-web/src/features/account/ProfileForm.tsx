import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PortalUser } from '@varco/contract/portal/user.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type ProfileFields, saveProfile } from './settings.api.ts';
import styles from './Settings.module.css';

const INPUTS = [
  { name: 'fullname', label: 'account:firstAccess.fullName', type: 'text', max: 120 },
  { name: 'mobile', label: 'account:firstAccess.mobile', type: 'tel', max: 40 },
  { name: 'telephone', label: 'account:settings.telephone', type: 'tel', max: 40 },
] as const;

/** SET-01: name and telephone numbers of the user; the e-mail is read-only. */
export function ProfileForm(props: { user: PortalUser }): ReactElement {
  const t = useT();
  const { user } = props;
  const [fields, setFields] = useState<ProfileFields>({
    fullname: user.fullname,
    mobile: user.mobile,
    telephone: user.telephone,
  });
  const save = useMutation({ mutationFn: () => saveProfile(user.id, fields) });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section className={styles.panel}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput label={t('account:firstAccess.email')} value={user.email} readOnly disabled />
        {INPUTS.map(({ name, label, type, max }) => (
          <TextInput
            key={name}
            name={name}
            type={type}
            label={t(label)}
            maxLength={max}
            value={fields[name]}
            onChange={(event) => {
              setFields({ ...fields, [name]: event.currentTarget.value });
              save.reset();
            }}
          />
        ))}
        <Button type="submit" loading={save.isPending}>
          {t('common:save')}
        </Button>
        {save.isSuccess && <Notice tone="ok">{t('account:settings.saved')}</Notice>}
        {save.isError && (
          <Notice tone="al" isUrgent>
            {t('account:settings.saveFailed')}
          </Notice>
        )}
      </form>
    </section>
  );
}
