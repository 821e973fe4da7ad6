import { Button, Modal, MultiSelect, Switch } from '@mantine/core';
import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { EntryAlarms } from './EntryAlarms.tsx';
import { EntryDetails, formatFault } from './EntryDetails.tsx';
import { type EntryForm, validateEntryForm, toEntryForm, createEntryForm, withReserved } from './entry-form.ts';
import { isInterforceManager, canReserveOn, canWriteListsOn, useListPlants } from './list-plants.ts';
import styles from './Lists.module.css';
import { EntryPreview } from './EntryPreview.tsx';
import { ReservedUsersPanel } from './ReservedUsersPanel.tsx';
import { type SaveResults, useEntrySave } from './use-entry-save.ts';

/** What the form is opened for: a new entry, or an existing one. */
export type EntryTask =
  | {
      readonly kind: 'insert';
      readonly plate: string;
      readonly isForced: boolean;
      readonly credentialId: string | null;
    }
  | { readonly kind: 'edit'; readonly entry: BlacklistEntry; readonly plant: PlantSession };

/** Form values, validation, and saving. */
function useEntryForm(work: EntryTask, onDone: () => void) {
  const writable = useListPlants().filter(canWriteListsOn);
  const entry = work.kind === 'edit' ? work.entry : null;
  const plant = work.kind === 'edit' ? work.plant : null;
  const [form, setForm] = useState(() => createInitialForm(work, writable));
  const saving = useEntrySave({ entry, plant, onDone });
  const isShare = entry?.reserved_slave === true;
  const isReadOnly = entry !== null && !entry.modificabile;
  const isMaster = form.isReserved && !isShare;
  const stored = entry === null ? {} : { keptExpiry: entry.data_scadenza };
  const faults = validateEntryForm(form, { isNew: entry === null, isShare, nowMs: nowMs(), ...stored });
  const isOnPlant = ({ credentialId }: PlantSession): boolean => form.plants.includes(credentialId);
  const isDenied = isMaster && entry === null && !writable.some((one) => isOnPlant(one) && canReserveOn(one));
  const canSave = Object.keys(faults).length === 0 && !isReadOnly && !isDenied && !saving.isSaving;
  const save = (): void => {
    if (canSave) void saving.save(form, writable.filter(isOnPlant));
  };
  return {
    writable,
    entry,
    plant,
    form,
    setForm,
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
  const { form, saving, save } = state;
  useShortcuts({ 'Ctrl+s': save });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save();
  };
  // As the plant stores it, whatever was typed.
  const plate = normaliseListPlate(form.plate) ?? form.plate;
  const duplicate = saving.results.find(({ outcome }) => outcome.kind === 'duplicate');
  return (
    <Modal
      opened
      onClose={onClose}
      size={980}
      title={formatTitle(t, work, form)}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <EntryColumns work={work} state={state} />
        <div className={styles.wide}>
          <SaveResultList results={saving.results} onShow={(at) => props.onShowEntry(at, plate)} />
          <FormActions
            canSave={state.canSave}
            isReadOnly={state.isReadOnly}
            isSaving={saving.isSaving}
            faults={Object.keys(state.faults).length}
            onClose={onClose}
          />
        </div>
      </form>
      {duplicate !== undefined && saving.results.length === 1 && (
        <DuplicateDialog
          plate={plate}
          plant={duplicate.plant}
          onClose={saving.forgetResults}
          onShow={() => props.onShowEntry(duplicate.plant, plate)}
        />
      )}
    </Modal>
  );
}

function EntryColumns(props: { work: EntryTask; state: ReturnType<typeof useEntryForm> }): ReactElement {
  const t = useT();
  const { work, state } = props;
  const { writable, entry, plant, form, setForm, isShare, isReadOnly, isMaster, faults } = state;
  const chosen = plant === null ? writable.filter(({ credentialId }) => form.plants.includes(credentialId)) : [plant];
  return (
    <>
      {(isReadOnly || isShare) && (
        <div className={styles.wide}>
          <Notice tone="in">{t(isReadOnly ? 'lists:form.readOnly' : 'lists:form.onlyAlarms')}</Notice>
        </div>
      )}
      <EntryDetails
        form={form}
        onChange={setForm}
        faults={faults}
        isPlateLocked={entry !== null || (work.kind === 'insert' && work.isForced)}
        isReadOnly={isReadOnly || isShare}
      >
        {entry === null && !form.isReserved && <PlantsField {...{ form, setForm, writable }} />}
      </EntryDetails>
      <EntryAlarms {...{ form, isReadOnly, isMaster, isShare }} onChange={setForm}>
        {entry === null && (
          <Switch
            label={t('lists:form.makeReserved')}
            description={t('lists:form.makeReservedHint')}
            checked={form.isReserved}
            onChange={(event) => setForm(withReserved(form, event.currentTarget.checked))}
          />
        )}
        {!isShare && chosen.some(isInterforceManager) && (
          <Switch
            label={t('lists:form.interforce')}
            checked={form.isInterforce}
            disabled={isReadOnly}
            onChange={(event) => setForm({ ...form, isInterforce: event.currentTarget.checked })}
          />
        )}
        {isMaster && <ReservedUsersPanel form={form} onChange={setForm} plants={writable} fixedPlant={plant} />}
        {!isShare && <EntryPreview plate={form.plate} isApproximate={form.isApproximate} plants={chosen} />}
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

function PlantsField(props: {
  form: EntryForm;
  setForm: (form: EntryForm) => void;
  writable: readonly PlantSession[];
}): ReactElement {
  const t = useT();
  const { form, setForm, writable } = props;
  return (
    <MultiSelect
      label={t('lists:plants')}
      required
      searchable
      data={writable.map((plant) => ({ value: plant.credentialId, label: getPlantLabel(plant) }))}
      value={[...form.plants]}
      error={form.plants.length === 0 ? formatFault(t, 'plants') : undefined}
      onChange={(plants) => setForm({ ...form, plants })}
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

function FormActions(props: {
  canSave: boolean;
  isReadOnly: boolean;
  isSaving: boolean;
  faults: number;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  return (
    <div className={styles.actions}>
      {props.faults > 0 && !props.isReadOnly && (
        <span className={styles.fault}>{t('lists:form.faults', { count: props.faults })}</span>
      )}
      <Button variant="default" onClick={props.onClose}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" disabled={!props.canSave} loading={props.isSaving}>
        {t('common:save')}
      </Button>
    </div>
  );
}
