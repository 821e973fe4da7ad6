import { Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FigureheadEntry } from '@varco/contract/plant/figurehead.ts';
import { normaliseOwnerCode, findOwnerCodeFault } from '@varco/domain/blacklist/owner-code.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { ListFormDialog } from './ListFormDialog.tsx';
import { FIGUREHEAD_KEY, saveFigurehead } from './whitelist-figurehead.api.ts';

/** Form for a nominee owner ("prestanome"): a tax code or VAT number whose vehicles raise an alert. */
export function FigureheadDialog(props: {
  entry: FigureheadEntry | null;
  plant: PlantSession;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { entry, plant, onClose } = props;
  const [form, setForm] = useState<FigureheadForm>({
    code: entry?.codice ?? '',
    notes: entry?.note ?? '',
    isEnabled: entry?.abilitata ?? true,
  });
  const fault = findOwnerCodeFault(normaliseOwnerCode(form.code));
  const isReadOnly = entry !== null && !entry.modificabile;
  const save = useMutation({
    mutationFn: () =>
      saveFigurehead(plant, entry?.id ?? null, {
        codice: form.code,
        note: form.notes,
        abilitata: form.isEnabled,
        ...(entry === null ? {} : { ver: entry.ver }),
      }),
    onSuccess: async (outcome) => {
      await client.invalidateQueries({ queryKey: FIGUREHEAD_KEY });
      if (outcome === 'done') onClose();
    },
  });
  return (
    <ListFormDialog
      title={
        entry === null ? t('lists:figurehead.insert') : t('lists:figurehead.edit', { plant: getPlantLabel(plant) })
      }
      isReadOnly={isReadOnly}
      canSave={fault === null && !isReadOnly && !save.isPending}
      isSaving={save.isPending}
      refusal={save.data === 'duplicate' ? t('lists:figurehead.exists') : null}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <FigureheadFields {...{ form, setForm, isReadOnly, isNew: entry === null }} />
    </ListFormDialog>
  );
}

interface FigureheadForm {
  readonly code: string;
  readonly notes: string;
  readonly isEnabled: boolean;
}

function FigureheadFields(props: {
  form: FigureheadForm;
  setForm: (form: FigureheadForm) => void;
  isReadOnly: boolean;
  isNew: boolean;
}): ReactElement {
  const t = useT();
  const { form, setForm, isReadOnly, isNew } = props;
  const fault = findOwnerCodeFault(normaliseOwnerCode(form.code));
  return (
    <>
      <TextInput
        label={t('lists:figurehead.code')}
        required
        maxLength={24}
        readOnly={!isNew}
        data-autofocus={isNew || undefined}
        value={form.code}
        error={
          form.code === '' || fault === null
            ? undefined
            : t(fault === 'check' ? 'lists:fault.check' : 'lists:fault.code')
        }
        onChange={(event) => setForm({ ...form, code: event.currentTarget.value.toUpperCase() })}
      />
      <Textarea
        label={t('lists:figurehead.notes')}
        rows={3}
        maxLength={255}
        readOnly={isReadOnly}
        value={form.notes}
        onChange={(event) => setForm({ ...form, notes: event.currentTarget.value })}
      />
      <Switch
        label={t('lists:form.enabled')}
        checked={form.isEnabled}
        disabled={isReadOnly}
        onChange={(event) => setForm({ ...form, isEnabled: event.currentTarget.checked })}
      />
    </>
  );
}
