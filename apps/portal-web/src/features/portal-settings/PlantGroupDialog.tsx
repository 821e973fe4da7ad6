import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ManagedPlantGroup,
  MAX_PLANT_GROUP_MEMBERS,
  MAX_PLANT_GROUP_NAME,
  PLANT_GROUP_KINDS,
  type PlantGroupKind,
} from '@varco/contract/portal/plant-groups.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import {
  managedPlantGroupsQuery,
  OWN_PLANT_GROUPS_KEY,
  type PlantGroupFields,
} from '../../lib/plants/plant-groups.api.ts';
import { ConfirmedRemoval } from '../../widgets/forms/ConfirmedRemoval.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { MembersField } from './MembersField.tsx';
import { groupablePlantsQuery, removePlantGroup, savePlantGroup } from './plant-groups.api.ts';
import { formatRefusal } from './use-setting-save.ts';

/** Makes a group (`group` null), changes it, or removes it. A refused form keeps what was typed and reads the groups anew. */
export function PlantGroupDialog(props: { group: ManagedPlantGroup | null; onClose: () => void }): ReactElement {
  const t = useT();
  const { group, onClose } = props;
  const [name, setName] = useState(group?.name ?? '');
  const [kind, setKind] = useState<PlantGroupKind>(group?.kind ?? 'province');
  const [members, setMembers] = useState<ReadonlySet<number>>(new Set(group?.plants));
  const plants = useQuery(groupablePlantsQuery);
  const { save, remove } = useGroupCalls(group, onClose);
  const failure = save.error ?? remove.error ?? plants.error;
  const isTooLarge = members.size > MAX_PLANT_GROUP_MEMBERS;
  return (
    <SaveDialog
      title={group === null ? t('plantGroups:form.add') : t('plantGroups:form.edit', { name: group.name })}
      size="wide"
      error={failure === null ? null : formatGroupRefusal(failure, t)}
      hint={isTooLarge ? t('plantGroups:form.tooMany', { count: MAX_PLANT_GROUP_MEMBERS }) : undefined}
      aside={
        group !== null && (
          <ConfirmedRemoval
            label={t('plantGroups:form.remove')}
            question={t('plantGroups:form.removeText', { name: group.name })}
            isBusy={remove.isPending}
            onRemove={() => remove.mutate(group.id)}
          />
        )
      }
      canSave={name.trim() !== '' && !isTooLarge && plants.isSuccess}
      isSaving={save.isPending}
      onSave={() => save.mutate({ name: name.trim(), kind, plants: [...members] })}
      onClose={onClose}
    >
      <FormGrid columns={2}>
        <TextInput
          label={t('plantGroups:form.name')}
          required
          maxLength={MAX_PLANT_GROUP_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('plantGroups:form.kind')}
          allowDeselect={false}
          data={PLANT_GROUP_KINDS.map((value) => ({ value, label: t(`plantGroups:kind.${value}`) }))}
          value={kind}
          onChange={(value) => setKind(PLANT_GROUP_KINDS.find((one) => one === value) ?? kind)}
        />
        <FormWide>
          <MembersField plants={plants.data ?? []} members={members} onMembers={setMembers} />
        </FormWide>
      </FormGrid>
    </SaveDialog>
  );
}

/** Saving and removing; afterwards the groups are read anew, also when the call was refused. */
function useGroupCalls(group: ManagedPlantGroup | null, onClose: () => void) {
  const client = useQueryClient();
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries(managedPlantGroupsQuery);
    // The administrator's own plants are grouped anew too.
    await client.invalidateQueries({ queryKey: [OWN_PLANT_GROUPS_KEY] });
    onClose();
  };
  const onError = () => client.invalidateQueries(managedPlantGroupsQuery);
  const save = useMutation({
    mutationFn: (fields: PlantGroupFields) => savePlantGroup(group, fields),
    onSuccess,
    onError,
  });
  const remove = useMutation({ mutationFn: (id: string) => removePlantGroup(id), onSuccess, onError });
  return { save, remove };
}

function formatGroupRefusal(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return formatRefusal(error, t);
  if (error.code === 'duplicate') return t('plantGroups:form.duplicate');
  if (error.facts.field === 'body/plants') return t('plantGroups:form.unknownPlant');
  return formatRefusal(error, t);
}
