import { Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { FigureheadEntry } from '@varco/contract/plant/figurehead.ts';
import { normaliseOwnerCode, findOwnerCodeFault } from '@varco/domain/blacklist/owner-code.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import { FIGUREHEAD_KEY, saveFigurehead } from './whitelist-figurehead.api.ts';
import { useListSave } from './use-list-save.ts';

/** Form for a nominee owner ("prestanome"): a tax code or VAT number whose vehicles raise an alert. */
export function FigureheadDialog(props: {
  entry: FigureheadEntry | null;
  plant: PlantSession;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { entry, plant, onClose } = props;
  const form = useForm<FigureheadForm>({
    initialValues: { code: entry?.codice ?? '', notes: entry?.note ?? '', isEnabled: entry?.abilitata ?? true },
  });
  const fault = findOwnerCodeFault(normaliseOwnerCode(form.values.code));
  const isReadOnly = entry !== null && !entry.modificabile;
  const save = useListSave({
    save: () =>
      saveFigurehead(plant, entry?.id ?? null, {
        codice: form.values.code,
        note: form.values.notes,
        abilitata: form.values.isEnabled,
        ...(entry === null ? {} : { ver: entry.ver }),
      }),
    queryKey: FIGUREHEAD_KEY,
    onDone: onClose,
  });
  return (
    <SaveDialog
      title={
        entry === null ? t('lists:figurehead.insert') : t('lists:figurehead.edit', { plant: getPlantLabel(plant) })
      }
      canSave={fault === null && !isReadOnly}
      isSaving={save.isPending}
      error={save.data === 'duplicate' ? t('lists:figurehead.exists') : null}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <ReadOnlyNotice isShown={isReadOnly} />
      <FigureheadFields {...{ form, isReadOnly, isNew: entry === null }} />
    </SaveDialog>
  );
}

interface FigureheadForm {
  readonly code: string;
  readonly notes: string;
  readonly isEnabled: boolean;
}

function FigureheadFields(props: {
  form: UseFormReturnType<FigureheadForm>;
  isReadOnly: boolean;
  isNew: boolean;
}): ReactElement {
  const t = useT();
  const { form, isReadOnly, isNew } = props;
  const { code } = form.values;
  const fault = code === '' ? null : findOwnerCodeFault(normaliseOwnerCode(code));
  return (
    <FormGrid>
      <TextInput
        label={t('lists:figurehead.code')}
        required
        maxLength={24}
        readOnly={!isNew}
        {...form.getInputProps('code')}
        error={fault === null ? undefined : t(fault === 'check' ? 'lists:fault.check' : 'lists:fault.code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <Textarea
        label={t('lists:figurehead.notes')}
        rows={3}
        maxLength={255}
        readOnly={isReadOnly}
        {...form.getInputProps('notes')}
      />
      <Switch
        label={t('lists:form.enabled')}
        disabled={isReadOnly}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
    </FormGrid>
  );
}
