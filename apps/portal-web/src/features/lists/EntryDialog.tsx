import { Button, MultiSelect, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { ShownScore } from '../../lib/lists/blacklist-request.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { MAX_DRAWN_PLANTS } from '../../widgets/plants/plant-choices.ts';
import { usePlantChoices } from '../../widgets/plants/use-plant-choices.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { EntryAlarms } from './EntryAlarms.tsx';
import { EntryDetails, formatFault } from './EntryDetails.tsx';
import {
  createEntryForm,
  type EntryForm,
  type EntryFormState,
  toEntryForm,
  validateEntryForm,
  withReserved,
} from './entry-form.ts';
import { isInterforceManager, canReserveOn, canWriteListsOn, useListPlants } from './list-plants.ts';
import styles from './Lists.module.css';
import { EntryPreview } from './EntryPreview.tsx';
import { CheckedField } from './CheckedField.tsx';
import { ReservedUsersPanel } from './ReservedUsersPanel.tsx';
import { type SaveResults, useEntrySave } from './use-entry-save.ts';

/** What the form is opened for: a new entry, or an existing one. */
export type EntryTask =
  | {
      readonly kind: 'insert';
      readonly plate: string;
      readonly isForced: boolean;
      readonly credentialId: string | null;
      /** The score from which the entry starts. */
      readonly score?: ShownScore;
    }
  | { readonly kind: 'edit'; readonly entry: BlacklistEntry; readonly plant: PlantSession };

/** Form values, validation, and saving. */
function useEntryForm(work: EntryTask, onDone: () => void) {
  const writable = useListPlants().filter(canWriteListsOn);
  const entry = work.kind === 'edit' ? work.entry : null;
  const plant = work.kind === 'edit' ? work.plant : null;
  const score = (work.kind === 'insert' ? work.score : undefined) ?? null;
  const form = useForm<EntryForm>({ initialValues: createInitialForm(work, writable) });
  const { values } = form;
  const saving = useEntrySave({ entry, plant, score, onDone });
  const isShare = entry?.reserved_slave === true;
  const isReadOnly = entry !== null && !entry.modificabile;
  const isMaster = values.isReserved && !isShare;
  const stored = entry === null ? {} : { keptExpiry: entry.data_scadenza };
  const faults = validateEntryForm(values, {
    ...{ isNew: entry === null, isFromScore: score !== null, isShare, nowMs: nowMs() },
    ...stored,
  });
  const isOnPlant = ({ credentialId }: PlantSession): boolean => values.plants.includes(credentialId);
  const isDenied = isMaster && entry === null && !writable.some((one) => isOnPlant(one) && canReserveOn(one));
  const canSave = Object.keys(faults).length === 0 && !isReadOnly && !isDenied && !saving.isSaving;
  const save = (): void => {
    if (canSave) void saving.save(values, writable.filter(isOnPlant));
  };
  return {
    writable,
    entry,
    plant,
    score,
    form,
    saving,
    isShare,
    isReadOnly,
    isMaster,
    faults,
    canSave,
    save,
  };
}

/** The blacklist form (T 2.14): details on the left, alarms on the right, cancel and save. */
export function EntryDialog(props: {
  work: EntryTask;
  onClose: () => void;
  onShowEntry: (plant: PlantSession, plate: string) => void;
}): ReactElement {
  const t = useT();
  const { work, onClose } = props;
  const state = useEntryForm(work, onClose);
  const { form, saving } = state;
  const faults = Object.keys(state.faults).length;
  // As the plant stores it, whatever was typed.
  const plate = normaliseListPlate(form.values.plate) ?? form.values.plate;
  const duplicate = saving.results.find(({ outcome }) => outcome.kind === 'duplicate');
  return (
    <>
      <SaveDialog
        title={formatTitle(t, work, form.values)}
        size="full"
        hint={
          faults > 0 &&
          !state.isReadOnly && (
            // A form that nobody has touched yet is incomplete, not wrong.
            <Remark tone={form.isDirty() ? 'al' : 'nt'}>{t('lists:form.faults', { count: faults })}</Remark>
          )
        }
        canSave={state.canSave}
        isSaving={saving.isSaving}
        onSave={state.save}
        onClose={onClose}
      >
        {(state.isReadOnly || state.isShare) && (
          <Notice tone="in">{t(state.isReadOnly ? 'lists:form.readOnly' : 'lists:form.onlyAlarms')}</Notice>
        )}
        <div className={styles.form}>
          <EntryColumns work={work} state={state} />
        </div>
        <SaveResultList results={saving.results} onShow={(at) => props.onShowEntry(at, plate)} />
      </SaveDialog>
      {duplicate !== undefined && saving.results.length === 1 && (
        <DuplicateDialog
          plate={plate}
          plant={duplicate.plant}
          onClose={saving.forgetResults}
          onShow={() => props.onShowEntry(duplicate.plant, plate)}
        />
      )}
    </>
  );
}

function EntryColumns(props: { work: EntryTask; state: ReturnType<typeof useEntryForm> }): ReactElement {
  const t = useT();
  const { work, state } = props;
  const { writable, entry, plant, form, isShare, isReadOnly, isMaster, faults } = state;
  const { values } = form;
  const chosen = plant === null ? writable.filter(({ credentialId }) => values.plants.includes(credentialId)) : [plant];
  return (
    <>
      <EntryDetails
        form={form}
        faults={faults}
        isPlateLocked={entry !== null || (work.kind === 'insert' && work.isForced)}
        isReadOnly={isReadOnly || isShare}
      >
        {state.score !== null && <CheckedField form={form} score={state.score} fault={faults.checked} />}
        {entry === null && !values.isReserved && <PlantsField form={form} writable={writable} />}
      </EntryDetails>
      <EntryAlarms {...{ form, isReadOnly, isMaster, isShare }}>
        {entry === null && (
          <Switch
            label={t('lists:form.makeReserved')}
            description={t('lists:form.makeReservedHint')}
            checked={values.isReserved}
            onChange={(event) => form.setValues(withReserved(values, event.currentTarget.checked))}
          />
        )}
        {!isShare && chosen.some(isInterforceManager) && (
          <Switch
            label={t('lists:form.interforce')}
            disabled={isReadOnly}
            {...form.getInputProps('isInterforce', { type: 'checkbox' })}
          />
        )}
        {isMaster && <ReservedUsersPanel form={form} plants={writable} fixedPlant={plant} />}
        {!isShare && <EntryPreview plate={values.plate} isApproximate={values.isApproximate} plants={chosen} />}
        {entry !== null && (
          <Notice tone="in">
            {t('lists:form.enteredBy', { user: entry.username, date: formatDate(entry.datainserimento) })}
          </Notice>
        )}
      </EntryAlarms>
    </>
  );
}

function createInitialForm(work: EntryTask, writable: readonly PlantSession[]): EntryForm {
  if (work.kind === 'edit') return toEntryForm(work.entry);
  const requested = writable.filter(({ credentialId }) => credentialId === work.credentialId);
  const plants = requested.length > 0 ? requested : writable.slice(0, writable.length === 1 ? 1 : 0);
  return createEntryForm(
    work.plate,
    plants.map(({ credentialId }) => credentialId),
    nowMs(),
  );
}

/** BLK-01: one of the three titles. */
function formatTitle(t: Translate, work: EntryTask, form: EntryForm): string {
  const title =
    work.kind === 'insert'
      ? t('lists:form.insert')
      : t('lists:form.edit', { plate: work.entry.targa, plant: getPlantLabel(work.plant) });
  return form.isReserved ? `${title} ${t('lists:form.reserved')}` : title;
}

function PlantsField(props: { form: EntryFormState; writable: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { form, writable } = props;
  const { plants: chosen } = form.values;
  const { choices, resolve } = usePlantChoices(
    writable.map((plant) => ({ peerId: plant.peerId, value: plant.credentialId, label: getPlantLabel(plant) })),
    chosen,
  );
  return (
    <MultiSelect
      label={t('lists:plants')}
      required
      searchable
      limit={MAX_DRAWN_PLANTS}
      data={choices}
      value={[...chosen]}
      error={chosen.length === 0 ? formatFault(t, 'plants') : undefined}
      onChange={(values) => form.setFieldValue('plants', resolve(values))}
    />
  );
}

/** Result per plant, after saving on several plants at once. */
function SaveResultList(props: { results: SaveResults; onShow: (plant: PlantSession) => void }): ReactElement | null {
  const t = useT();
  const { results } = props;
  if (results.length < 2) return null;
  return (
    <Notice tone="wa" title={t('lists:result.title')} size="block">
      <ul className={styles.plain}>
        {results.map(({ plant, outcome }) => (
          <li key={plant.credentialId}>
            {getPlantLabel(plant)}:{' '}
            {outcome.kind === 'failed'
              ? t('lists:result.failed', { error: t(`errors:code.${outcome.error.code}`) })
              : t(`lists:result.${outcome.kind}`)}
            {outcome.kind === 'duplicate' && (
              <Button variant="subtle" size="compact-xs" onClick={() => props.onShow(plant)}>
                {t('lists:duplicate.showAt', { plant: getPlantLabel(plant) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
