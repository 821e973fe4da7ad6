import { Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { managedPlantGroupsQuery } from '../../lib/plants/plant-groups.api.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { formatFailure } from './format-failure.ts';
import { getPersonName } from './portal-user-tasks.ts';
import { addGroupToPerson } from './portal-users.api.ts';

/** Adds the plants of a group to a person's list, and says that later changes of the group do not follow (ADR 0027). */
export function AddPlantsDialog(props: {
  user: PortalAccount;
  onDone: (counts: { readonly added: number; readonly known: number }) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { user, onDone, onClose } = props;
  const found = useQuery(managedPlantGroupsQuery);
  const [groupId, setGroup] = useState<string | null>(null);
  const add = useMutation({ mutationFn: (group: string) => addGroupToPerson(user.id, group), onSuccess: onDone });
  const groups = found.data?.groups ?? [];
  const failure = add.error ?? found.error;
  return (
    <SaveDialog
      title={t('portalUsers:addPlants.title', { name: getPersonName(user) })}
      size="normal"
      description={t('portalUsers:addPlants.text')}
      error={failure === null ? null : formatFailure(failure, t)}
      hint={found.isSuccess && groups.length === 0 ? t('portalUsers:addPlants.noGroup') : undefined}
      saveLabel={t('portalUsers:addPlants.add')}
      canSave={groupId !== null}
      isSaving={add.isPending}
      onSave={() => groupId !== null && add.mutate(groupId)}
      onClose={onClose}
    >
      <Select
        label={t('portalUsers:addPlants.group')}
        searchable
        data={groups.map(({ id, kind, name, plants }) => ({
          value: id,
          label: `${name} · ${t(`plantGroups:kind.${kind}`)} (${plants.length})`,
        }))}
        value={groupId}
        onChange={setGroup}
      />
    </SaveDialog>
  );
}
