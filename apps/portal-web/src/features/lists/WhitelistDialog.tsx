import { Checkbox, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SILENCED_ALERTS, type SilencedAlert, type WhitelistEntry } from '@varco/contract/plant/whitelist.ts';
import { formatItalianDay, endOfRomeDay, latestExpiryDay, parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { isListPattern, normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import { type ReactElement, useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { saveWhitelist, WHITELIST_KEY } from './whitelist-figurehead.api.ts';
import { ListFormDialog } from './ListFormDialog.tsx';

interface WhitelistForm {
  readonly plate: string;
  readonly silences: readonly SilencedAlert[];
  readonly reason: string;
  readonly expiry: string;
  readonly isEnabled: boolean;
}

const createInitialForm = (entry: WhitelistEntry | null): WhitelistForm => ({
  plate: entry?.targa ?? '',
  silences: entry?.allarmi ?? ['blacklist'],
  reason: entry?.motivo ?? '',
  expiry: formatItalianDay(entry === null ? latestExpiryDay(nowMs()) : toRomeDay(entry.data_scadenza)),
  isEnabled: entry?.abilitata ?? true,
});

/** Form of a whitelist entry: plate, silenced alerts, reason and expiry. */
export function WhitelistDialog(props: {
  entry: WhitelistEntry | null;
  plant: PlantSession;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { entry, plant, onClose } = props;
  const [form, setForm] = useState(() => createInitialForm(entry));
  const updateForm = (change: Partial<WhitelistForm>): void => setForm({ ...form, ...change });
  const { day, isGood } = validateForm(form);
  const isReadOnly = entry !== null && !entry.modificabile;
  const save = useMutation({
    mutationFn: () =>
      saveWhitelist(plant, entry?.id ?? null, {
        targa: form.plate,
        allarmi: [...form.silences],
        motivo: form.reason,
        abilitata: form.isEnabled,
        data_scadenza: endOfRomeDay(day ?? latestExpiryDay(nowMs())),
        ...(entry === null ? {} : { ver: entry.ver }),
      }),
    onSuccess: async (outcome) => {
      await client.invalidateQueries({ queryKey: WHITELIST_KEY });
      if (outcome === 'done') onClose();
    },
  });
  return (
    <ListFormDialog
      title={
        entry === null
          ? t('lists:whitelist.insert')
          : t('lists:whitelist.edit', { plate: entry.targa, plant: getPlantLabel(plant) })
      }
      isReadOnly={isReadOnly}
      canSave={isGood && !isReadOnly && !save.isPending}
      isSaving={save.isPending}
      refusal={save.data === 'duplicate' ? t('lists:whitelist.exists') : null}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <PlateAndAlertFields {...{ form, onChange: updateForm, isReadOnly, isNew: entry === null }} />
    </ListFormDialog>
  );
}

/** Parses and validates the fields. */
function validateForm(form: WhitelistForm) {
  const plate = normaliseListPlate(form.plate);
  const isPlateGood = plate !== null && !isListPattern(plate);
  const day = parseTypedDay(form.expiry, nowMs());
  const isTooFar = day !== null && day > latestExpiryDay(nowMs());
  const isGood = isPlateGood && day !== null && !isTooFar && form.reason.trim().length >= 3 && form.silences.length > 0;
  return { isPlateGood, day, isTooFar, isGood };
}

interface FieldsProps {
  readonly form: WhitelistForm;
  readonly onChange: (change: Partial<WhitelistForm>) => void;
  readonly isReadOnly: boolean;
  readonly isNew: boolean;
}

function PlateAndAlertFields(props: FieldsProps): ReactElement {
  const t = useT();
  const { form, onChange, isReadOnly, isNew } = props;
  const { isPlateGood } = validateForm(form);
  return (
    <>
      <TextInput
        label={t('lists:field.plate')}
        required
        maxLength={32}
        readOnly={!isNew}
        data-autofocus={isNew || undefined}
        value={form.plate}
        error={form.plate === '' || isPlateGood ? undefined : t('lists:fault.plate')}
        onChange={(event) => onChange({ plate: event.currentTarget.value.toUpperCase() })}
      />
      <Checkbox.Group
        label={t('lists:whitelist.silences')}
        value={[...form.silences]}
        error={form.silences.length === 0 ? t('lists:fault.silences') : undefined}
        onChange={(chosen) => onChange({ silences: SILENCED_ALERTS.filter((alert) => chosen.includes(alert)) })}
      >
        {SILENCED_ALERTS.map((alert) => (
          <Checkbox
            key={alert}
            mt={6}
            value={alert}
            label={t(`lists:whitelist.alert.${alert}`)}
            disabled={isReadOnly}
          />
        ))}
      </Checkbox.Group>
      <ReasonAndExpiryFields {...props} />
    </>
  );
}

function ReasonAndExpiryFields(props: FieldsProps): ReactElement {
  const t = useT();
  const { form, onChange, isReadOnly } = props;
  const { day, isTooFar } = validateForm(form);
  return (
    <>
      <Textarea
        label={t('lists:whitelist.reason')}
        required
        rows={2}
        maxLength={255}
        readOnly={isReadOnly}
        value={form.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
      <TextInput
        label={t('lists:field.expiry')}
        description={t('lists:field.expiryHint')}
        required
        maxLength={25}
        readOnly={isReadOnly}
        value={form.expiry}
        error={
          day === null
            ? t('lists:fault.day')
            : isTooFar
              ? t('lists:fault.tooFar', { date: formatItalianDay(latestExpiryDay(nowMs())) })
              : undefined
        }
        onChange={(event) => onChange({ expiry: event.currentTarget.value })}
      />
      <Switch
        label={t('lists:form.enabled')}
        checked={form.isEnabled}
        disabled={isReadOnly}
        onChange={(event) => onChange({ isEnabled: event.currentTarget.checked })}
      />
    </>
  );
}
