import { Checkbox, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { SILENCED_ALERTS, type SilencedAlert, type WhitelistEntry } from '@varco/contract/plant/whitelist.ts';
import { formatItalianDay, endOfRomeDay, latestExpiryDay, parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { isListPattern, normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { ExpiryField } from './ExpiryField.tsx';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import { saveWhitelist, WHITELIST_KEY } from './whitelist-figurehead.api.ts';
import { useListSave } from './use-list-save.ts';

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
  const { entry, plant, onClose } = props;
  const form = useForm<WhitelistForm>({ initialValues: createInitialForm(entry) });
  const { day, isGood } = validateForm(form.values);
  const isReadOnly = entry !== null && !entry.modificabile;
  const save = useListSave({
    save: () => {
      const { plate, silences, reason, isEnabled } = form.values;
      return saveWhitelist(plant, entry?.id ?? null, {
        targa: plate,
        allarmi: [...silences],
        motivo: reason,
        abilitata: isEnabled,
        data_scadenza: endOfRomeDay(day ?? latestExpiryDay(nowMs())),
        ...(entry === null ? {} : { ver: entry.ver }),
      });
    },
    queryKey: WHITELIST_KEY,
    onDone: onClose,
  });
  return (
    <SaveDialog
      title={
        entry === null
          ? t('lists:whitelist.insert')
          : t('lists:whitelist.edit', { plate: entry.targa, plant: getPlantLabel(plant) })
      }
      canSave={isGood && !isReadOnly}
      isSaving={save.isPending}
      error={save.data === 'duplicate' ? t('lists:whitelist.exists') : null}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <ReadOnlyNotice isShown={isReadOnly} />
      <WhitelistFields {...{ form, isReadOnly, isNew: entry === null }} />
    </SaveDialog>
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

function WhitelistFields(props: {
  form: UseFormReturnType<WhitelistForm>;
  isReadOnly: boolean;
  isNew: boolean;
}): ReactElement {
  const t = useT();
  const { form, isReadOnly, isNew } = props;
  const { plate, silences, expiry } = form.values;
  const { isPlateGood, day, isTooFar } = validateForm(form.values);
  const date = formatItalianDay(latestExpiryDay(nowMs()));
  return (
    <FormGrid>
      <TextInput
        label={t('lists:field.plate')}
        required
        maxLength={32}
        readOnly={!isNew}
        {...form.getInputProps('plate')}
        error={plate === '' || isPlateGood ? undefined : t('lists:fault.plate')}
        onChange={(event) => form.setFieldValue('plate', event.currentTarget.value.toUpperCase())}
      />
      <Checkbox.Group
        label={t('lists:whitelist.silences')}
        value={[...silences]}
        error={silences.length === 0 ? t('lists:fault.silences') : undefined}
        onChange={(chosen) =>
          form.setFieldValue(
            'silences',
            SILENCED_ALERTS.filter((alert) => chosen.includes(alert)),
          )
        }
      >
        <FormGrid columns={3}>
          {SILENCED_ALERTS.map((alert) => (
            <Checkbox key={alert} value={alert} label={t(`lists:whitelist.alert.${alert}`)} disabled={isReadOnly} />
          ))}
        </FormGrid>
      </Checkbox.Group>
      <Textarea
        label={t('lists:whitelist.reason')}
        required
        rows={2}
        maxLength={255}
        readOnly={isReadOnly}
        {...form.getInputProps('reason')}
      />
      <ExpiryField
        value={expiry}
        isReadOnly={isReadOnly}
        fault={day === null ? t('lists:fault.day') : isTooFar ? t('lists:fault.tooFar', { date }) : undefined}
        onChange={(text) => form.setFieldValue('expiry', text)}
      />
      <Switch
        label={t('lists:form.enabled')}
        disabled={isReadOnly}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
    </FormGrid>
  );
}
