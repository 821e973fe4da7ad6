import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PERSON_REQUEST_KINDS, PERSON_REQUEST_REGIMES } from '@varco/contract/plant/person-requests.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults } from '../../lib/plants/plant-faults.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { MAX_DRAWN_PLANTS } from '../../widgets/plants/plant-choices.ts';
import { usePlantChoices } from '../../widgets/plants/use-plant-choices.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { addOnPlants } from './person-requests.api.ts';
import { buildRequestBody, createRequestDraft, isComplete, type RequestDraft } from './request-draft.ts';

interface NamedPlant {
  readonly peerId: number;
  readonly name: string;
}

/** Enters a request on the chosen plants; where that fails it is repeated with the same id. */
export function AddRequestDialog(props: {
  batch: string;
  plants: readonly NamedPlant[];
  onAdded: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { batch, plants, onAdded, onClose } = props;
  const [draft, setDraft] = useState(() => createRequestDraft(plants.map(({ peerId }) => peerId)));
  const [left, setLeft] = useState<readonly number[] | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      const faults = await addOnPlants(left ?? draft.peerIds, buildRequestBody(draft, batch));
      setLeft(faults.map(({ peerId }) => peerId));
      await onAdded();
      if (faults.length > 0)
        throw new Error(formatFaults(faults, (peerId) => plants.find((one) => one.peerId === peerId)?.name ?? '', t));
    },
    onSuccess: onClose,
  });
  const canSave = isComplete(draft);
  return (
    <SaveDialog
      title={t('personRequests:form.title')}
      size="wide"
      description={t('personRequests:form.text')}
      saveLabel={t(left === null ? 'personRequests:form.send' : 'personRequests:form.repeat')}
      canSave={canSave}
      hint={canSave ? null : t('personRequests:form.missing')}
      isSaving={save.isPending}
      error={save.error?.message ?? null}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <RequestFields draft={draft} plants={plants} onChange={(change) => setDraft({ ...draft, ...change })} />
    </SaveDialog>
  );
}

interface FieldsProps {
  draft: RequestDraft;
  onChange: (change: Partial<RequestDraft>) => void;
}

function RequestFields(props: FieldsProps & { plants: readonly NamedPlant[] }): ReactElement {
  const t = useT();
  const { draft, plants, onChange } = props;
  const chosen = draft.peerIds.map(String);
  const { choices, resolve } = usePlantChoices(
    plants.map(({ peerId, name }) => ({ peerId, value: String(peerId), label: name })),
    chosen,
  );
  return (
    <FormGrid columns={2}>
      <RegisterFields draft={draft} onChange={onChange} />
      <VehicleFields draft={draft} onChange={onChange} />
      <FormWide>
        <MultiSelect
          label={t('personRequests:form.plants')}
          data={choices}
          value={chosen}
          limit={MAX_DRAWN_PLANTS}
          onChange={(values) => onChange({ peerIds: resolve(values).map(Number) })}
        />
      </FormWide>
    </FormGrid>
  );
}

/** The register: number, day, what is requested under which law, and by whom. */
function RegisterFields({ draft, onChange }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('personRequests:form.reference')}
        maxLength={60}
        value={draft.reference}
        onChange={(event) => onChange({ reference: event.currentTarget.value })}
      />
      <ClockField
        label={t('personRequests:form.received')}
        value={draft.received}
        usualTime={null}
        onValue={(received) => onChange({ received })}
      />
      <Select
        label={t('personRequests:form.kind')}
        data={PERSON_REQUEST_KINDS.map((value) => ({ value, label: t(`personRequests:kind.${value}`) }))}
        allowDeselect={false}
        value={draft.kind}
        onChange={(kind) => onChange(kind === null ? {} : { kind })}
      />
      <Select
        label={t('personRequests:form.regime')}
        description={t('personRequests:form.regimeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={PERSON_REQUEST_REGIMES.map((value) => ({ value, label: t(`personRequests:regime.${value}`) }))}
        allowDeselect={false}
        value={draft.regime}
        onChange={(regime) => onChange(regime === null ? {} : { regime })}
      />
      <TextInput
        label={t('personRequests:form.name')}
        maxLength={200}
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('personRequests:form.contact')}
        maxLength={300}
        value={draft.contact}
        onChange={(event) => onChange({ contact: event.currentTarget.value })}
      />
    </>
  );
}

/** The exact plate, and the days in which the vehicle was theirs. */
function VehicleFields({ draft, onChange }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('personRequests:form.plate')}
        maxLength={32}
        value={draft.plate}
        onChange={(event) => onChange({ plate: event.currentTarget.value })}
      />
      <TextInput
        label={t('personRequests:form.nation')}
        maxLength={3}
        value={draft.nation}
        onChange={(event) => onChange({ nation: event.currentTarget.value })}
      />
      <ClockField
        label={t('personRequests:form.from')}
        value={draft.from}
        usualTime={null}
        isOptional
        onValue={(from) => onChange({ from })}
      />
      <ClockField
        label={t('personRequests:form.to')}
        value={draft.to}
        usualTime={null}
        onValue={(to) => onChange({ to })}
      />
      <FormWide>
        <TextInput
          label={t('personRequests:form.periodProof')}
          maxLength={500}
          value={draft.periodProof}
          onChange={(event) => onChange({ periodProof: event.currentTarget.value })}
        />
      </FormWide>
    </>
  );
}
