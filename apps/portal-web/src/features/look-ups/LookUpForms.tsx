import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import {
  detectLibrettoKey,
  LOOK_UP_VEHICLES,
  detectPatenteKey,
  type LookUpVehicle,
} from '@varco/domain/look-ups/look-up-codes.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import type { ReactElement, ReactNode, Ref } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { type FormName, type LookUpForm, buildLookUpRequest } from './look-up-form.ts';
import { getPaidRefusal, getRcaRefusal } from './look-up-plants.ts';
import { type LookUpController, useLookUps } from './look-up-controller.ts';
import styles from './LookUps.module.css';

interface FormProps {
  readonly controller: LookUpController;
}

const MAX_TEXT_LENGTH = 40;

/** Select options for the values of a form field. */
const toSelectOptions = <T extends number>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }));

function LookUpFormCard(props: {
  controller: LookUpController;
  name: FormName;
  title: string;
  hint: string;
  refusal: string | null;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  const { controller, name } = props;
  const isBusy = useLookUps(controller, ({ running, confirming: asking }) => running !== null || asking !== null);
  const isEmpty = useLookUps(controller, ({ form }) => buildLookUpRequest(form, name) === null);
  // Enter submits a form with one field, even while its button is disabled.
  const submit = async (): Promise<void> => {
    if (props.refusal === null) controller.submit(name);
  };
  return (
    <Panel
      title={props.title}
      icon={name === 'patente' ? 'user' : name === 'libretto' ? 'document' : 'shield'}
      padding="text"
    >
      <form onSubmit={handleSubmit(submit)} noValidate>
        <FormGrid>
          <Remark>{props.hint}</Remark>
          {props.children}
          {props.refusal === null ? (
            <Button type="submit" leftSection={<Icon name="search" />} disabled={isEmpty || isBusy}>
              {t('lookUps:go')}
            </Button>
          ) : (
            <Notice tone="pv">{props.refusal}</Notice>
          )}
        </FormGrid>
      </form>
    </Panel>
  );
}

function useSelectedPlant(controller: LookUpController) {
  const peerId = useLookUps(controller, ({ form }) => form.selectedPeer);
  return usePlantList().find((plant) => plant.peerId === peerId) ?? null;
}

function VehicleSelect(props: { value: LookUpVehicle; onChange: (value: LookUpVehicle) => void }): ReactElement {
  const t = useT();
  const kinds = Object.values(LOOK_UP_VEHICLES);
  return (
    <Select
      label={t('lookUps:vehicleType')}
      data={toSelectOptions(kinds, (kind) => t(`lookUps:vehicle.${kind}`))}
      value={String(props.value)}
      onChange={(value) => props.onChange(kinds.find((kind) => String(kind) === value) ?? 0)}
      allowDeselect={false}
    />
  );
}

export function RcaForm({ controller }: FormProps): ReactElement {
  const t = useT();
  const rca = useLookUps(controller, ({ form }) => form.rca);
  const refusal = getRcaRefusal(useSelectedPlant(controller));
  const set = (change: Partial<LookUpForm['rca']>): void =>
    controller.updateForm((form) => ({ ...form, rca: { ...form.rca, ...change } }));
  return (
    <LookUpFormCard
      controller={controller}
      name="rca"
      title={t('lookUps:rca')}
      hint={t('lookUps:rcaHint')}
      refusal={refusal && t(`lookUps:${refusal}`)}
    >
      <TextInput
        label={t('lookUps:plate')}
        value={rca.plate}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        classNames={{ input: styles.code ?? '' }}
        onChange={(event) => set({ plate: event.currentTarget.value.toUpperCase() })}
      />
      <VehicleSelect value={rca.vehicleType} onChange={(vehicleType) => set({ vehicleType })} />
      <Checkbox
        label={t('lookUps:complete')}
        checked={rca.complete}
        onChange={(event) => set({ complete: event.currentTarget.checked })}
      />
    </LookUpFormCard>
  );
}

const BOOKLET_SEARCH_KEYS = [0, 2, 3] as const;

export function BookletForm({
  controller,
  fieldRef,
}: FormProps & { fieldRef: Ref<HTMLInputElement> | undefined }): ReactElement {
  const t = useT();
  const libretto = useLookUps(controller, ({ form }) => form.libretto);
  const refusal = getPaidRefusal(useSelectedPlant(controller));
  const set = (change: Partial<LookUpForm['libretto']>): void =>
    controller.updateForm((form) => ({ ...form, libretto: { ...form.libretto, ...change } }));
  const type = (search: string): void => {
    const key = detectLibrettoKey(search, libretto.searchType);
    set({ search, searchType: BOOKLET_SEARCH_KEYS.find((one) => one === key) ?? 0 });
  };
  return (
    <LookUpFormCard
      controller={controller}
      name="libretto"
      title={t('lookUps:booklet')}
      hint={t('lookUps:bookletHint')}
      refusal={refusal && t(`lookUps:${refusal}`)}
    >
      <TextInput
        ref={fieldRef}
        label={t('lookUps:search')}
        value={libretto.search}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        classNames={{ input: styles.code ?? '' }}
        onChange={(event) => type(event.currentTarget.value.toUpperCase())}
      />
      <Select
        label={t('lookUps:searchBy')}
        data={toSelectOptions(BOOKLET_SEARCH_KEYS, (key) => t(`lookUps:key.${key}`))}
        value={String(libretto.searchType)}
        onChange={(value) => set({ searchType: BOOKLET_SEARCH_KEYS.find((key) => String(key) === value) ?? 0 })}
        allowDeselect={false}
      />
      <VehicleSelect value={libretto.vehicleType} onChange={(vehicleType) => set({ vehicleType })} />
    </LookUpFormCard>
  );
}

const LICENCE_SEARCH_KEYS = [1, 2] as const;
const LICENCE_REQUESTS = [5, 6] as const;

export function LicenceForm({ controller }: FormProps): ReactElement {
  const t = useT();
  const patente = useLookUps(controller, ({ form }) => form.patente);
  const refusal = getPaidRefusal(useSelectedPlant(controller));
  const set = (change: Partial<LookUpForm['patente']>): void =>
    controller.updateForm((form) => ({ ...form, patente: { ...form.patente, ...change } }));
  return (
    <LookUpFormCard
      controller={controller}
      name="patente"
      title={t('lookUps:licence')}
      hint={t('lookUps:licenceHint')}
      refusal={refusal && t(`lookUps:${refusal}`)}
    >
      <TextInput
        label={t('lookUps:search')}
        value={patente.search}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        classNames={{ input: styles.code ?? '' }}
        onChange={(event) => {
          const search = event.currentTarget.value.toUpperCase();
          set({ search, searchType: detectPatenteKey(search) === 2 ? 2 : 1 });
        }}
      />
      <Select
        label={t('lookUps:searchBy')}
        data={toSelectOptions(LICENCE_SEARCH_KEYS, (key) => t(`lookUps:key.${key}`))}
        value={String(patente.searchType)}
        onChange={(value) => set({ searchType: value === '2' ? 2 : 1 })}
        allowDeselect={false}
      />
      <Select
        label={t('lookUps:resultType')}
        data={toSelectOptions(LICENCE_REQUESTS, (kind) => t(`lookUps:resultKind.${kind}`))}
        value={String(patente.searchResult)}
        onChange={(value) => set({ searchResult: value === '6' ? 6 : 5 })}
        allowDeselect={false}
      />
    </LookUpFormCard>
  );
}
