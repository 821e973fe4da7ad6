import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { District } from '@varco/contract/plant/districts.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { ListFailure } from './AdminList.tsx';
import styles from './Districts.module.css';
import type { AdminPlant } from './PlantAdminLayout.tsx';

interface Props {
  readonly plant: AdminPlant;
  /** Plant selector. */
  readonly plantSelector: ReactNode;
  readonly found: UseQueryResult<{ readonly objects: readonly District[] }>;
  /** Id of the district whose gates are highlighted on the map. */
  readonly highlighted: number | null;
  readonly onHighlight: (district: District) => void;
  readonly onEdit: (district: District | null) => void;
  readonly onRemove: (district: District) => void;
}

/** Districts of a plant as a table; a row can highlight its gates on the map. */
export function DistrictList(props: Props): ReactElement {
  const t = useT();
  const { plant, plantSelector: choice, onEdit } = props;
  const label = t('plantAdmin:districts.list', { plant: plant.label });
  return (
    <section className={styles.list} aria-label={label}>
      <header className={styles.head}>
        {choice}
        <Button leftSection={<Icon name="plus" />} onClick={() => onEdit(null)}>
          {t('plantAdmin:districts.add')}
        </Button>
      </header>
      <DistrictRows {...props} label={label} />
    </section>
  );
}

function DistrictRows(props: Props & { label: string }): ReactElement {
  const t = useT();
  const { found, label } = props;
  if (found.error !== null) return <ListFailure error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Notice tone="in">{t('plantAdmin:loading')}</Notice>;
  if (found.data.objects.length === 0)
    return (
      <EmptyState icon="zone" title={t('plantAdmin:districts.empty')}>
        {t('plantAdmin:districts.emptyText')}
      </EmptyState>
    );
  return (
    <SimpleTable
      label={label}
      isFilling
      columns={[
        { key: 'name', title: t('plantAdmin:districts.column.name') },
        { key: 'gates', title: t('plantAdmin:districts.column.gates'), isNumeric: true },
        { key: 'users', title: t('plantAdmin:districts.column.users'), isNumeric: true },
        { key: 'actions', title: t('plantAdmin:districts.column.actions'), isTitleHidden: true },
      ]}
    >
      {found.data.objects.map((district) => (
        <DistrictRow key={district.id} {...props} district={district} />
      ))}
    </SimpleTable>
  );
}

function DistrictRow({
  district,
  highlighted: looked,
  onHighlight: onLook,
  onEdit,
  onRemove,
}: Props & { district: District }): ReactElement {
  const t = useT();
  const { id, name, gates, users } = district;
  return (
    <TableRow isCurrent={id === looked}>
      <td>
        <TextButton onClick={() => onLook(district)}>{name}</TextButton>
      </td>
      <NumberCell>{gates.length}</NumberCell>
      <NumberCell>{users.length}</NumberCell>
      <td className={styles.acts}>
        <IconButton
          icon="edit"
          size="sm"
          name={t('plantAdmin:districts.editNamed', { name })}
          onClick={() => onEdit(district)}
        />
        <IconButton
          icon="trash"
          size="sm"
          name={
            users.length > 0
              ? t('plantAdmin:refusal.district_has_users')
              : t('plantAdmin:districts.removeNamed', { name })
          }
          isDisabled={users.length > 0}
          onClick={() => onRemove(district)}
        />
      </td>
    </TableRow>
  );
}
