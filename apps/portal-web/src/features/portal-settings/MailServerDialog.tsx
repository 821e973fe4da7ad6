import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { MailSecurity, MailServerView, PortalSettingsView } from '@varco/contract/portal/settings.ts';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { type MailBody, saveMailServer } from './portal-settings.api.ts';
import { formatRefusal, useSettingSave } from './use-setting-save.ts';

interface Draft {
  isOn: boolean;
  host: string;
  port: number | string;
  security: MailSecurity;
  user: string;
  password: string;
  from: string;
  /** Version when the form was opened. */
  ver: number;
}

const HOST = /^[a-z0-9](?:[a-z0-9.:-]{0,252}[a-z0-9])?$/i;
const PORTS: Readonly<Record<MailSecurity, number>> = { starttls: 587, tls: 465, none: 25 };
/** Without encryption only in the demo; it stays selectable where it is set. */
const listSecurities = (current: MailSecurity): readonly MailSecurity[] =>
  current === 'none' ? ['starttls', 'tls', 'none'] : ['starttls', 'tls'];

const isPort = (port: number | string): port is number =>
  typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535;

const createDraft = ({ mail: { value, ver } }: PortalSettingsView): Draft => ({
  ...{ isOn: true, password: '', ver },
  host: value?.host ?? '',
  port: value?.port ?? PORTS.starttls,
  security: value?.security ?? 'starttls',
  user: value?.user ?? '',
  from: value?.from ?? '',
});

/** The stored password counts only for the same account on the same server. */
const needsPassword = ({ host, port, user }: Draft, before: MailServerView | null): boolean =>
  user !== '' &&
  !(before?.has_password === true && before.host === host && before.port === port && before.user === user);

function buildBody({ isOn, port, password, ver, ...server }: Draft): MailBody {
  if (!isOn) return { mail: null, ver };
  return { mail: { ...server, port: Number(port), ...(password === '' ? {} : { password }) }, ver };
}

/** Changes the mail server of the portal. Its password is written, never read. */
export function MailServerDialog(props: { settings: PortalSettingsView; onClose: () => void }): ReactElement {
  const t = useT();
  const { settings, onClose } = props;
  const before = settings.mail.value;
  const form = useForm<Draft>({
    initialValues: createDraft(settings),
    validate: {
      host: (host, { isOn }) => (!isOn || HOST.test(host) ? null : t('portalSettings:mail.hostFault')),
      port: (port, { isOn }) => (!isOn || isPort(port) ? null : t('settingTable:numberFault', { min: 1, max: 65_535 })),
      from: (from, { isOn }) => (!isOn || isMailAddress(from) ? null : t('portalSettings:mail.fromFault')),
      password: (password, draft) =>
        draft.isOn && password === '' && needsPassword(draft, before) ? t('portalSettings:mail.passwordFault') : null,
    },
  });
  const save = useSettingSave((draft: Draft) => saveMailServer(buildBody(draft)), onClose);
  return (
    <SaveDialog
      title={t('portalSettings:mail.server')}
      description={t('portalSettings:mail.hint')}
      size="normal"
      error={save.error === null ? null : formatRefusal(save.error, t)}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((draft) => save.mutate(draft))()}
      onClose={onClose}
    >
      <MailFields form={form} hasPassword={before?.has_password ?? false} />
    </SaveDialog>
  );
}

function MailFields({ form, hasPassword }: { form: UseFormReturnType<Draft>; hasPassword: boolean }): ReactElement {
  const t = useT();
  const isOff = !form.values.isOn;
  return (
    <FormGrid>
      <Switch
        label={t('portalSettings:mail.on')}
        description={t('portalSettings:mail.onHint')}
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      <TextInput
        label={t('portalSettings:mail.host')}
        disabled={isOff}
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('host')}
      />
      <SecurityField form={form} />
      <NumberInput
        label={t('portalSettings:mail.port')}
        disabled={isOff}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=""
        {...form.getInputProps('port')}
      />
      <TextInput
        label={t('portalSettings:mail.from')}
        disabled={isOff}
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('from')}
      />
      <TextInput
        label={t('portalSettings:mail.user')}
        description={t('portalSettings:mail.userHint')}
        disabled={isOff}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('user')}
      />
      <PasswordInput
        label={t('portalSettings:mail.password')}
        visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
        description={hasPassword ? t('portalSettings:mail.passwordStays') : t('portalSettings:mail.passwordHint')}
        disabled={isOff || form.values.user === ''}
        maxLength={500}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </FormGrid>
  );
}

/** How the connection is encrypted; the port follows where it was the usual one. */
function SecurityField({ form }: { form: UseFormReturnType<Draft> }): ReactElement {
  const t = useT();
  return (
    <Select
      label={t('portalSettings:mail.encryption')}
      disabled={!form.values.isOn}
      allowDeselect={false}
      data={listSecurities(form.values.security).map((value) => ({
        value,
        label: t(`portalSettings:mail.security.${value}`),
      }))}
      {...form.getInputProps('security')}
      onChange={(value) => {
        const security = value === 'tls' ? 'tls' : value === 'none' ? 'none' : 'starttls';
        if (form.values.port === PORTS[form.values.security]) form.setFieldValue('port', PORTS[security]);
        form.setFieldValue('security', security);
      }}
    />
  );
}
