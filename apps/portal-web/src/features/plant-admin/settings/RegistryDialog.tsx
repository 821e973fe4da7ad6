import { PasswordInput, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { RegistryView } from '@varco/contract/plant/settings.ts';
import { isOrigin } from '@varco/domain/portal/web-address.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { formatSettingRefusal } from './setting-refusal.ts';
import { type RegistryBody, saveRegistry } from './settings.api.ts';
import type { SettingsPart } from './settings-part.ts';
import { useSettingSave } from './use-setting-save.ts';

interface Draft {
  isOn: boolean;
  url: string;
  vpn_user: string;
  vpn_password: string;
  ministry_user: string;
  ministry_password: string;
  /** Version when the form was opened. */
  ver: number;
}

/** Printable characters, without the colon that ends a user in the header. */
const USER = /^[\u0021-\u0039\u003B-\u007E]{1,64}$/;

const createDraft = (value: RegistryView | null, ver: number): Draft => ({
  ...{ isOn: true, vpn_password: '', ministry_password: '', ver },
  url: value?.url ?? '',
  vpn_user: value?.vpn_user ?? '',
  ministry_user: value?.ministry_user ?? '',
});

function buildBody({ isOn, ver, ...registry }: Draft): RegistryBody {
  if (!isOn) return { registry: null, ver };
  const { vpn_password: vpn, ministry_password: ministry, ...rest } = registry;
  return {
    registry: {
      ...rest,
      ...(vpn === '' ? {} : { vpn_password: vpn }),
      ...(ministry === '' ? {} : { ministry_password: ministry }),
    },
    ver,
  };
}

/** Changes the registry of the ministry. Its passwords are written, never read. */
export function RegistryDialog(props: SettingsPart & { onClose: () => void }): ReactElement {
  const t = useT();
  const { plant, settings, onClose } = props;
  const { value, ver } = settings.registry;
  const checkUser = (user: string, { isOn }: Draft): string | null =>
    !isOn || USER.test(user) ? null : t('plantSettings:registry.userFault');
  /** A stored password counts only for the same user at the same address. */
  const checkPassword =
    (name: 'vpn_user' | 'ministry_user') =>
    (password: string, draft: Draft): string | null => {
      const isStored = value !== null && value.url === draft.url && value[name] !== '' && value[name] === draft[name];
      return draft.isOn && password === '' && !isStored ? t('plantSettings:registry.passwordFault') : null;
    };
  const form = useForm<Draft>({
    initialValues: createDraft(value, ver),
    validate: {
      url: (url, { isOn }) => (!isOn || isOrigin(url) ? null : t('plantSettings:registry.urlFault')),
      vpn_user: checkUser,
      ministry_user: checkUser,
      vpn_password: checkPassword('vpn_user'),
      ministry_password: checkPassword('ministry_user'),
    },
  });
  const save = useSettingSave(props, (draft: Draft) => saveRegistry(plant.peerId, buildBody(draft)), onClose);
  return (
    <SaveDialog
      title={t('plantSettings:registry.name')}
      description={t('plantSettings:registry.formHint')}
      size="normal"
      error={formatSettingRefusal(save.error, t)}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((draft) => save.mutate(draft))()}
      onClose={onClose}
    >
      <RegistryFields form={form} />
    </SaveDialog>
  );
}

function RegistryFields({ form }: { form: UseFormReturnType<Draft> }): ReactElement {
  const t = useT();
  const common = { disabled: !form.values.isOn, autoComplete: 'off', spellCheck: false } as const;
  return (
    <FormGrid>
      <Switch
        label={t('plantSettings:registry.on')}
        description={t('plantSettings:registry.onHint')}
        {...form.getInputProps('isOn', { type: 'checkbox' })}
      />
      <TextInput
        {...common}
        label={t('plantSettings:registry.url')}
        maxLength={300}
        placeholder="https://registro.example"
        {...form.getInputProps('url')}
      />
      {(['vpn', 'ministry'] as const).flatMap((name) => [
        <TextInput
          key={`${name}-user`}
          {...common}
          label={t(`plantSettings:registry.${name}_user`)}
          maxLength={64}
          {...form.getInputProps(`${name}_user`)}
        />,
        <PasswordInput
          key={`${name}-password`}
          {...common}
          autoComplete="new-password"
          label={t(`plantSettings:registry.${name}_password`)}
          visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
          description={t('plantSettings:registry.passwordHint')}
          maxLength={200}
          {...form.getInputProps(`${name}_password`)}
        />,
      ])}
    </FormGrid>
  );
}
