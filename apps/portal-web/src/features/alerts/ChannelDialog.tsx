import { NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ChannelSettings, ChannelState } from '@varco/contract/plant/alert-channels.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { buildChannelBody, type ChannelDraft, createChannelDraft } from './channel-forms.ts';
import { saveChannel } from './channels.api.ts';
import { formatSaveRefusal } from './save-refusal.ts';

interface Props {
  readonly peerId: number;
  readonly state: ChannelState;
  readonly settings: ChannelSettings;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}
interface FieldProps {
  readonly form: UseFormReturnType<ChannelDraft>;
  readonly state: ChannelState;
}

const SECURITIES = ['tls', 'starttls', 'nessuna'] as const;

/** Settings of one channel. A secret is typed anew or left unchanged; it is never shown. */
export function ChannelDialog({ peerId, state, settings, onClose, onSaved }: Props): ReactElement {
  const t = useT();
  const form = useForm<ChannelDraft>({ initialValues: createChannelDraft(state, settings) });
  const save = useMutation({
    mutationFn: () => saveChannel(peerId, buildChannelBody(state, form.values)),
    onSuccess: onSaved,
  });
  return (
    <SaveDialog
      title={t('channels:settings', { channel: t(`channels:kind.${state.tipo}`) })}
      error={formatSaveRefusal(save.error, t)}
      canSave
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <FormGrid columns={2}>
        <Switch label={t('channels:enabled')} {...form.getInputProps('isOn', { type: 'checkbox' })} />
        <Switch
          label={t('channels:showsPlate')}
          description={t('channels:showsPlateHint')}
          {...form.getInputProps('showsPlate', { type: 'checkbox' })}
        />
        {state.tipo === 'mail' && <MailFields form={form} />}
        <ServiceFields form={form} state={state} />
      </FormGrid>
    </SaveDialog>
  );
}

/** Address, secret and certificate of an external service. */
function ServiceFields({ form, state }: FieldProps): ReactElement {
  const t = useT();
  if (state.tipo === 'push')
    return (
      <FormWide>
        <TextInput
          label={t('channels:contact')}
          description={t('channels:contactHint')}
          maxLength={254}
          {...form.getInputProps('sender')}
        />
      </FormWide>
    );
  return (
    <>
      {state.tipo !== 'mail' && (
        <FormWide>
          <TextInput label={t(`channels:address.${state.tipo}`)} maxLength={300} {...form.getInputProps('address')} />
        </FormWide>
      )}
      <FormWide>
        <PasswordInput
          label={t(`channels:secret.${state.tipo}`)}
          visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
          description={state.ha_segreto ? t('channels:secretKept') : undefined}
          autoComplete="new-password"
          maxLength={500}
          {...form.getInputProps('secret')}
        />
      </FormWide>
      <FormWide>
        <Textarea
          label={t('channels:authority')}
          description={t('channels:authorityHint')}
          rows={2}
          maxLength={8000}
          {...form.getInputProps('authority')}
        />
      </FormWide>
    </>
  );
}

function MailFields({ form }: Pick<FieldProps, 'form'>): ReactElement {
  const t = useT();
  return (
    <>
      <FormWide>
        <TextInput label={t('channels:server')} maxLength={253} {...form.getInputProps('server')} />
      </FormWide>
      <NumberInput
        label={t('channels:port')}
        min={1}
        max={65_535}
        allowDecimal={false}
        {...form.getInputProps('port')}
      />
      <Select
        label={t('channels:security')}
        allowDeselect={false}
        data={SECURITIES.map((value) => ({ value, label: t(`channels:securities.${value}`) }))}
        {...form.getInputProps('security')}
      />
      <TextInput label={t('channels:sender')} maxLength={254} {...form.getInputProps('sender')} />
      <TextInput label={t('channels:user')} autoComplete="off" maxLength={200} {...form.getInputProps('user')} />
    </>
  );
}
