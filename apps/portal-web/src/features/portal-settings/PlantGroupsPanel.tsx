import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ManagedPlantGroup } from '@varco/contract/portal/plant-groups.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { managedPlantGroupsQuery } from '../../lib/plants/plant-groups.api.ts';
import { LastChange } from '../../widgets/settings/LastChange.tsx';
import { PlantGroupDialog } from './PlantGroupDialog.tsx';
import styles from './PortalSettings.module.css';

/** Groups of plants, each with its size and who changed it last (ADR 0027). */
export function PlantGroupsPanel(): ReactElement {
  const t = useT();
  const found = useQuery(managedPlantGroupsQuery);
  const [edited, setEdited] = useState<ManagedPlantGroup | 'new' | null>(null);
  const groups = found.data?.groups ?? [];
  return (
    <>
      <Panel
        title={t('plantGroups:panel.title')}
        icon="gate"
        padding="none"
        aside={
          <Button size="compact-xs" leftSection={<Icon name="plus" size="sm" />} onClick={() => setEdited('new')}>
            {t('plantGroups:panel.add')}
          </Button>
        }
      >
        <p className={styles.intro}>{t('plantGroups:panel.intro')}</p>
        {found.isError && <Notice tone="al">{t('plantGroups:panel.failed')}</Notice>}
        {found.isSuccess && groups.length === 0 && <p className={styles.intro}>{t('plantGroups:panel.empty')}</p>}
        {groups.length > 0 && <GroupTable groups={groups} onEdit={setEdited} />}
      </Panel>
      {edited !== null && <PlantGroupDialog group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function GroupTable(props: {
  groups: readonly ManagedPlantGroup[];
  onEdit: (group: ManagedPlantGroup) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <SimpleTable
      label={t('plantGroups:panel.title')}
      onNarrow="stack"
      columns={[
        { key: 'name', title: t('plantGroups:panel.name') },
        { key: 'kind', title: t('plantGroups:panel.kindTitle') },
        { key: 'plants', title: t('plantGroups:panel.plants'), isNumeric: true },
        { key: 'changed', title: t('plantGroups:panel.changed') },
        { key: 'edit', title: t('plantGroups:panel.actions'), isTitleHidden: true },
      ]}
    >
      {props.groups.map((group) => (
        <TableRow key={group.id}>
          <th scope="row">{group.name}</th>
          <td>{t(`plantGroups:kind.${group.kind}`)}</td>
          <NumberCell>{formatInteger(group.plants.length, language)}</NumberCell>
          <td>
            <LastChange changed={group.changed} />
          </td>
          <td>
            <IconButton
              icon="edit"
              name={t('plantGroups:panel.edit', { name: group.name })}
              onClick={() => props.onEdit(group)}
            />
          </td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
