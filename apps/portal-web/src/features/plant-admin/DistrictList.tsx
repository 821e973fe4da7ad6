import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { District } from '@varco/contract/plant/districts.ts';
import { cx } from '@varco/ui/cx.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
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
    // The section scrolls and may contain nothing focusable, so it must be focusable itself (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.side} tabIndex={0} aria-label={label} id="results">
      <p className={styles.intro}>{t('plantAdmin:districts.intro')}</p>
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
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {(['name', 'gates', 'users'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`plantAdmin:districts.column.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className={styles.unseen}>{t('plantAdmin:districts.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {found.data.objects.map((district) => (
          <DistrictRow key={district.id} {...props} district={district} />
        ))}
      </tbody>
    </table>
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
    <tr className={cx(id === looked && styles.isChosen)}>
      <td>
        <button type="button" className={styles.link} onClick={() => onLook(district)}>
          {name}
        </button>
      </td>
      <td>{gates.length}</td>
      <td>{users.length}</td>
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
    </tr>
  );
}
