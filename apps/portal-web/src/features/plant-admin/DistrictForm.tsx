import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { District } from '@varco/contract/plant/districts.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { MapForm } from '../../widgets/map/MapSplit.tsx';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { buildDistrictBody, type DistrictDraft } from './district-draft.ts';
import styles from './Districts.module.css';
import { formatPersonName } from './GroupDialog.tsx';
import { SearchableMultiSelect } from './SearchableMultiSelect.tsx';
import { selectablePeopleQuery, saveDistrict } from './plant-admin.api.ts';
import type { AdminPlant } from './PlantAdminLayout.tsx';
import { refusalKey } from './refusal-key.ts';

/** Form of a district: name, gates (also selected on the map), and the people restricted to these gates. */
export function DistrictForm(props: {
  plant: AdminPlant;
  draft: DistrictDraft;
  gates: readonly PlantGate[];
  onDraft: (draft: DistrictDraft) => void;
  onSaved: (district: District) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, draft, gates, onDraft, onSaved, onClose } = props;
  // The form replaces the list, so it takes the focus.
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  const save = useMutation({
    mutationFn: () => saveDistrict(plant.peerId, draft.before, buildDistrictBody(draft)),
    onSuccess: onSaved,
  });
  const canSave = draft.name.trim() !== '' && !save.isPending;
  const submit = (event?: SubmitEvent<HTMLFormElement>): void => {
    event?.preventDefault();
    if (canSave) save.mutate();
  };
  useShortcuts({ 'Ctrl+s': () => submit() });
  const refusal = refusalKey(save.error);
  return (
    <MapForm onSubmit={submit} aria-label={t('plantAdmin:districts.form')}>
      <h2>
        {draft.before?.name ?? t('plantAdmin:districts.add')} <span className={styles.quiet}>{plant.label}</span>
      </h2>
      <TextInput
        label={t('plantAdmin:districts.name')}
        required
        ref={name}
        maxLength={80}
        value={draft.name}
        onChange={(event) => onDraft({ ...draft, name: event.currentTarget.value })}
      />
      <DistrictGatesField gates={gates} draft={draft} onDraft={onDraft} />
      <DistrictPeopleField plant={plant} draft={draft} onDraft={onDraft} />
      {draft.gates.length === 0 && draft.users.length > 0 && (
        <Notice tone="wa">{t('plantAdmin:districts.blind', { count: draft.users.length })}</Notice>
      )}
      {refusal !== null && (
        <Notice tone="al" isUrgent>
          {t(refusal)}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" disabled={!canSave} loading={save.isPending}>
          {t('common:save')}
        </Button>
      </div>
    </MapForm>
  );
}

function DistrictGatesField(props: {
  gates: readonly PlantGate[];
  draft: DistrictDraft;
  onDraft: (draft: DistrictDraft) => void;
}): ReactElement {
  const t = useT();
  const { gates, draft, onDraft } = props;
  return (
    <SearchableMultiSelect
      label={t('plantAdmin:districts.gates', { count: draft.gates.length })}
      hint={t('plantAdmin:districts.gatesHint')}
      searchLabel={t('plantAdmin:districts.gateSearch')}
      options={gates.map(({ gate }) => ({
        id: gate.id,
        label: gate.enabled_for_user ? gate.fullname : t('plantAdmin:districts.gateOut', { gate: gate.fullname }),
      }))}
      chosen={draft.gates}
      onChosen={(chosen) => onDraft({ ...draft, gates: chosen })}
    />
  );
}

function DistrictPeopleField(props: {
  plant: AdminPlant;
  draft: DistrictDraft;
  onDraft: (draft: DistrictDraft) => void;
}): ReactElement {
  const t = useT();
  const { plant, draft, onDraft } = props;
  const { data, isError } = useQuery(selectablePeopleQuery(plant.peerId, false));
  if (isError) return <Notice tone="wa">{t('plantAdmin:districts.peopleFailed')}</Notice>;
  if (data === undefined) return <Notice tone="in">{t('plantAdmin:loading')}</Notice>;
  return (
    <SearchableMultiSelect
      label={t('plantAdmin:districts.users', { count: draft.users.length })}
      hint={t('plantAdmin:districts.usersHint')}
      searchLabel={t('plantAdmin:districts.userSearch')}
      options={data.objects.map((person) => ({
        id: person.id,
        label: `${formatPersonName(person)} · ${person.group}`,
      }))}
      chosen={draft.users}
      onChosen={(users) => onDraft({ ...draft, users })}
    />
  );
}
