import { Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Camera, CameraBody, CameraFamily, CameraWithKey } from '@varco/contract/plant/camera-intake.ts';
import type { ReceptionBody } from '@varco/contract/plant/camera-reception.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { FormDialog } from '../FormDialog.tsx';
import type { AdminPlant } from '../PlantAdminLayout.tsx';
import { cameraGatesQuery, createCamera, toCameraBody, updateCamera } from './cameras.api.ts';
import { MappingFields } from './MappingFields.tsx';
import { isReceptionComplete, ReceptionFields, toReceptionBody } from './ReceptionFields.tsx';

export const ROME = 'Europe/Rome';
const MAX_NETWORKS = 10;
/** The browser's own list has no name for a clock that is set to UTC, as many cameras are. */
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

type SpeedUnit = CameraBody['unita'];
type Draft = Omit<CameraBody, 'varco_id' | 'reti' | 'ricezione'> & {
  readonly varco_id: number | null;
  readonly reti: readonly string[];
  readonly ricezione: ReceptionBody;
};
const NEW_CAMERA: Draft = {
  nome: '',
  varco_id: null,
  famiglia: 'auto',
  fuso: ROME,
  unita: 'kmh',
  mappatura: null,
  reti: [],
  ricezione: { tipo: 'http' },
  dispositivo: '',
  prova: true,
};

interface CameraDialogProps {
  readonly plant: AdminPlant;
  /** Null: a new one. */
  readonly camera: Camera | null;
  readonly families: readonly CameraFamily[];
  readonly onMade: (made: CameraWithKey) => Promise<void>;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Adds a camera with four fields, or changes one. A new one begins in trial. */
export function CameraDialog({ plant, camera, families, onMade, onSaved, onClose }: CameraDialogProps): ReactElement {
  const t = useT();
  const [draft, setDraft] = useState<Draft>(
    camera === null ? NEW_CAMERA : { ...toCameraBody(camera), ricezione: toReceptionBody(camera.ricezione) },
  );
  const change = (more: Partial<Draft>): void => setDraft({ ...draft, ...more });
  const { varco_id: gate } = draft;
  const save = useMutation({
    mutationFn: async (): Promise<void> => {
      if (gate === null) return;
      const body: CameraBody = { ...draft, nome: draft.nome.trim(), varco_id: gate, reti: [...draft.reti] };
      if (camera === null) return onMade(await createCamera(plant.peerId, body));
      await updateCamera(plant.peerId, camera, body);
      await onSaved();
      onClose();
    },
  });
  return (
    <FormDialog
      title={
        camera === null
          ? t('cameraIntake:addTitle', { plant: plant.label })
          : t('cameraIntake:editTitle', { name: camera.nome })
      }
      {...(camera === null ? { saveLabel: t('cameraIntake:create') } : {})}
      canSave={
        draft.nome.trim() !== '' && gate !== null && isReceptionComplete(draft.ricezione, draft.reti) && !save.isPending
      }
      isSaving={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('cameraIntake:field.name')}
        required
        data-autofocus
        maxLength={80}
        value={draft.nome}
        onChange={(event) => change({ nome: event.currentTarget.value })}
      />
      <GateField peerId={plant.peerId} gate={gate} onGate={(varco) => change({ varco_id: varco })} />
      <FamilyField families={families} family={draft.famiglia} onFamily={(famiglia) => change({ famiglia })} />
      <ZoneField zone={draft.fuso} onZone={(fuso) => change({ fuso })} />
      <ReceptionFields
        reception={draft.ricezione}
        shown={camera?.ricezione ?? null}
        family={families.find(({ id }) => id === draft.famiglia)}
        onReception={(ricezione) => change({ ricezione })}
      />
      <FurtherFields draft={draft} onChange={change} />
    </FormDialog>
  );
}

/** What most cameras leave as it is. */
function FurtherFields(props: { draft: Draft; onChange: (more: Partial<Draft>) => void }): ReactElement {
  const t = useT();
  const { draft, onChange: change } = props;
  return (
    <>
      {draft.famiglia === 'generic' && (
        <MappingFields mapping={draft.mappatura} onMapping={(mappatura) => change({ mappatura })} />
      )}
      <UnitField unit={draft.unita} onUnit={(unita) => change({ unita })} />
      <TextInput
        label={t('cameraIntake:field.device')}
        description={t('cameraIntake:field.deviceHint')}
        maxLength={200}
        value={draft.dispositivo ?? ''}
        onChange={(event) => change({ dispositivo: event.currentTarget.value })}
      />
      <TagsInput
        label={t('cameraIntake:field.networks')}
        description={t(
          draft.ricezione.tipo === 'tcp' ? 'cameraIntake:field.networksNeeded' : 'cameraIntake:field.networksHint',
        )}
        required={draft.ricezione.tipo === 'tcp'}
        placeholder={draft.reti.length === 0 ? '192.168.10.0/24' : ''}
        maxTags={MAX_NETWORKS}
        value={[...draft.reti]}
        onChange={(reti) => change({ reti })}
      />
      <Switch
        label={t('cameraIntake:field.trial')}
        description={t('cameraIntake:field.trialHint')}
        checked={draft.prova}
        onChange={(event) => change({ prova: event.currentTarget.checked })}
      />
    </>
  );
}

/** Zone of times that a camera writes without offset. */
export function ZoneField(props: { zone: string; onZone: (zone: string) => void }): ReactElement {
  const t = useT();
  return (
    <Select
      label={t('cameraIntake:field.zone')}
      description={t('cameraIntake:field.zoneHint')}
      searchable
      allowDeselect={false}
      limit={50}
      data={TIME_ZONES}
      value={props.zone}
      onChange={(zone) => props.onZone(zone ?? ROME)}
    />
  );
}

/** Unit of speeds that a camera sends without one. */
export function UnitField(props: { unit: SpeedUnit; onUnit: (unit: SpeedUnit) => void }): ReactElement {
  const t = useT();
  return (
    <Select
      label={t('cameraIntake:field.unit')}
      description={t('cameraIntake:field.unitHint')}
      allowDeselect={false}
      data={(['kmh', 'mph'] as const).map((value) => ({ value, label: t(`cameraIntake:field.${value}`) }))}
      value={props.unit}
      onChange={(unit) => props.onUnit(unit === 'mph' ? 'mph' : 'kmh')}
    />
  );
}

/** Gate whose transits the camera makes. */
export function GateField(props: {
  peerId: number;
  gate: number | null;
  onGate: (gate: number | null) => void;
}): ReactElement {
  const t = useT();
  const gates = useQuery(cameraGatesQuery(props.peerId));
  return (
    <Select
      label={t('cameraIntake:field.gate')}
      error={gates.isError ? t('plantAdmin:failed') : undefined}
      required
      searchable
      limit={100}
      nothingFoundMessage={t('plantAdmin:none')}
      data={(gates.data ?? []).map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
      value={props.gate === null ? null : String(props.gate)}
      onChange={(value) => props.onGate(value === null ? null : Number(value))}
    />
  );
}

/** Family of the format, or recognised from each message. */
export function FamilyField(props: {
  families: readonly CameraFamily[];
  family: string;
  onFamily: (family: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <Select
      label={t('cameraIntake:field.family')}
      description={props.families.find(({ id }) => id === props.family)?.produttore ?? t('cameraIntake:autoHint')}
      searchable
      allowDeselect={false}
      data={[
        { value: 'auto', label: t('cameraIntake:auto') },
        ...props.families.map(({ id, nome }) => ({ value: id, label: nome })),
      ]}
      value={props.family}
      onChange={(value) => props.onFamily(value ?? 'auto')}
    />
  );
}
