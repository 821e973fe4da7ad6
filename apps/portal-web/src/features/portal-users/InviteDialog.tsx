import { Select, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { formatFailure } from './format-failure.ts';
import { type Invitation, invitePortalUser } from './portal-users.api.ts';

const EMPTY = {
  email: '',
  full_name: '',
  authority: '',
  mobile: '',
  telephone: '',
  language: 'it' as 'it' | 'en',
  notes: '',
};

const toInvitation = ({ authority, ...fields }: typeof EMPTY): Invitation => ({
  ...fields,
  ...(authority.trim() === '' ? {} : { authority }),
});

/** Whether the server misses the authority, which only police and armed forces may omit. */
const lacksAuthority = (error: Error | null): boolean =>
  error instanceof ApiError && error.facts.field === 'body/authority';

/** Invites a person by mail. `onDone` gets the address. */
export function InviteDialog(props: { onDone: (email: string) => Promise<void>; onClose: () => void }): ReactElement {
  const t = useT();
  const { onDone, onClose } = props;
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      email: (email) => (isMailAddress(email.trim()) ? null : t('portalUsers:form.emailFault')),
      full_name: (name) => (name.trim() === '' ? t('common:required') : null),
    },
  });
  const send = useMutation({
    mutationFn: (values: typeof EMPTY) => invitePortalUser(toInvitation(values)),
    onSuccess: ({ email }) => onDone(email),
    onError: (error) => {
      if (lacksAuthority(error)) form.setFieldError('authority', t('portalUsers:form.authorityFault'));
    },
  });
  return (
    <SaveDialog
      title={t('portalUsers:form.invite')}
      size="wide"
      description={t('portalUsers:form.inviteText')}
      error={send.error === null || lacksAuthority(send.error) ? null : formatRefusal(send.error, t)}
      saveLabel={t('portalUsers:form.send')}
      canSave
      isSaving={send.isPending}
      onSave={() => form.onSubmit((values) => send.mutate(values))()}
      onClose={onClose}
    >
      <InvitationFields form={form} />
    </SaveDialog>
  );
}

function InvitationFields({ form }: { form: UseFormReturnType<typeof EMPTY> }): ReactElement {
  const t = useT();
  const text = (name: 'full_name' | 'mobile' | 'telephone', maxLength: number) => ({
    label: t(`portalUsers:form.${name === 'full_name' ? 'fullname' : name}`),
    maxLength,
    ...form.getInputProps(name),
  });
  return (
    <FormGrid columns={2}>
      <TextInput
        label={t('portalUsers:form.email')}
        type="email"
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput {...text('full_name', 120)} />
      <TextInput
        label={t('portalUsers:form.authority')}
        description={t('portalUsers:form.authorityHint')}
        maxLength={120}
        {...form.getInputProps('authority')}
      />
      <Select
        label={t('portalUsers:form.language')}
        allowDeselect={false}
        data={[
          { value: 'it', label: 'Italiano' },
          { value: 'en', label: 'English' },
        ]}
        {...form.getInputProps('language')}
      />
      <TextInput {...text('mobile', 40)} />
      <TextInput {...text('telephone', 40)} />
      <FormWide>
        <Textarea
          label={t('portalUsers:form.notes')}
          description={t('portalUsers:form.notesHint')}
          maxLength={2000}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('notes')}
        />
      </FormWide>
    </FormGrid>
  );
}

const formatRefusal = (error: Error, t: ReturnType<typeof useT>): string =>
  error instanceof ApiError && error.code === 'duplicate' ? t('portalUsers:form.duplicate') : formatFailure(error, t);
