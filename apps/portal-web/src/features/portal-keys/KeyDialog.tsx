import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import {
  DEFAULT_KEY_DAYS,
  type ManagedKey,
  MAX_KEY_DAYS,
  PORTAL_KEY_TYPES,
  type PortalKeyType,
} from '@varco/contract/portal/keys.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { KeyUsersField, type KeyUser } from './KeyUsersField.tsx';
import { changeKey, createKey, type MadeKey } from './portal-keys.api.ts';

interface Fields {
  name: string;
  type: PortalKeyType;
  days: number | string;
  enabled: boolean;
  users: readonly KeyUser[];
}

const isDays = (days: number | string): days is number =>
  typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MAX_KEY_DAYS;

/** Makes a key (`item` null) or changes one. `onMade` gets the new key, which is shown once. */
export function KeyDialog(props: {
  item: ManagedKey | null;
  onMade: (made: MadeKey) => Promise<void>;
  onChanged: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { item, onMade, onChanged, onClose } = props;
  const form = useForm<Fields>({
    initialValues: {
      name: item?.name ?? '',
      type: item?.type ?? 'status',
      days: DEFAULT_KEY_DAYS,
      enabled: item?.enabled ?? true,
      users: item?.users ?? [],
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('common:required') : null),
      days: (days) => (item !== null || isDays(days) ? null : t('portalKeys:form.daysFault', { count: MAX_KEY_DAYS })),
    },
  });
  const save = useMutation({
    mutationFn: async ({ name, type, days, enabled, users }: Fields): Promise<void> => {
      const ids = users.map(({ id }) => id);
      if (item !== null) {
        await changeKey(item.id, { name, enabled, users: ids });
        return onChanged();
      }
      return onMade(await createKey({ name, type, users: ids, days: isDays(days) ? days : DEFAULT_KEY_DAYS }));
    },
  });
  return (
    <SaveDialog
      title={t(item === null ? 'portalKeys:add' : 'portalKeys:edit')}
      size="normal"
      error={save.error === null ? null : formatKeyFailure(save.error, t)}
      saveLabel={t(item === null ? 'portalKeys:form.make' : 'common:save')}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((fields) => save.mutate(fields))()}
      onClose={onClose}
    >
      <KeyFields form={form} isNew={item === null} />
    </SaveDialog>
  );
}

function KeyFields({ form, isNew }: { form: UseFormReturnType<Fields>; isNew: boolean }): ReactElement {
  const t = useT();
  return (
    <FormGrid>
      <TextInput
        label={t('portalKeys:form.name')}
        description={t('portalKeys:form.nameHint')}
        maxLength={80}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {isNew ? (
        <>
          <Select
            label={t('portalKeys:form.type')}
            description={t(`portalKeys:typeHint.${form.values.type}`)}
            allowDeselect={false}
            data={PORTAL_KEY_TYPES.map((value) => ({ value, label: t(`portalKeys:type.${value}`) }))}
            {...form.getInputProps('type')}
          />
          <NumberInput
            label={t('portalKeys:form.days')}
            description={t('portalKeys:form.daysHint')}
            min={1}
            max={MAX_KEY_DAYS}
            allowDecimal={false}
            {...form.getInputProps('days')}
          />
        </>
      ) : (
        <Switch
          label={t('portalKeys:form.enabled')}
          description={t('portalKeys:form.enabledHint')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      )}
      <KeyUsersField users={form.values.users} onUsers={(users) => form.setFieldValue('users', users)} />
    </FormGrid>
  );
}

export const formatKeyFailure = (error: Error, t: ReturnType<typeof useT>): string =>
  error instanceof ApiError ? formatError(error.facts, true, t) : t('errors:code.internal');
