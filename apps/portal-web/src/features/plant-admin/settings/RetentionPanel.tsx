import { isPictureKind, RETENTION_KINDS, type RetentionKind } from '@varco/contract/plant/settings.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { LastChange } from '../../../widgets/settings/LastChange.tsx';
import { RetentionDialog } from './RetentionDialog.tsx';
import type { SettingsPart } from './settings-part.ts';
import styles from './Settings.module.css';

/** Terms of retention with basis and act, and what has no term of its own. */
export function RetentionPanel(props: SettingsPart): ReactElement {
  const t = useT();
  const { settings } = props;
  const [edited, setEdited] = useState<RetentionKind | null>(null);
  return (
    <Panel title={t('plantSettings:retention.title')} icon="clock" padding="none">
      <p className={styles.intro}>{t('plantSettings:retention.intro', { holds: settings.holds })}</p>
      <SimpleTable
        label={t('plantSettings:retention.title')}
        onNarrow="stack"
        columns={[
          { key: 'kind', title: t('plantSettings:retention.kind') },
          { key: 'term', title: t('plantSettings:retention.term') },
          { key: 'basis', title: t('plantSettings:retention.basis') },
          { key: 'act', title: t('plantSettings:retention.act') },
          { key: 'changed', title: t('settingTable:changed') },
          { key: 'edit', title: t('settingTable:actions'), isTitleHidden: true },
        ]}
      >
        {RETENTION_KINDS.map((kind) => (
          <TermRow key={kind} kind={kind} {...props} onEdit={() => setEdited(kind)} />
        ))}
        <FixedRow kind="alerts" term={t('plantSettings:retention.withTransits')} />
        <FixedRow kind="exports" term={t('plantSettings:retention.afterEnd', { count: settings.export_days })} />
      </SimpleTable>
      {edited !== null && <RetentionDialog {...props} kind={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

function TermRow({ kind, settings, onEdit }: SettingsPart & { kind: RetentionKind; onEdit: () => void }): ReactElement {
  const t = useT();
  const { days, basis, act, changed } = settings.retention[kind];
  const limit = settings.retention.transits.days;
  const name = t(`plantSettings:retention.of.${kind}`);
  return (
    <TableRow>
      <th scope="row">{name}</th>
      <td>
        {t('plantSettings:retention.days', { count: days })}
        {isPictureKind(kind) && days > limit && (
          <span className={styles.hint}>
            {t('plantSettings:retention.cutByTransits', { days: t('plantSettings:retention.days', { count: limit }) })}
          </span>
        )}
      </td>
      <td>
        <div className={styles.text}>{basis}</div>
      </td>
      <td>
        <div className={styles.text}>{act}</div>
      </td>
      <td>
        {kind === 'look_up_answers' && settings.retention[kind].from_environment ? (
          t('settingTable:fromEnvironment')
        ) : (
          <LastChange changed={changed} />
        )}
      </td>
      <td>
        <IconButton icon="edit" name={t('settingTable:editNamed', { name })} onClick={onEdit} />
      </td>
    </TableRow>
  );
}

function FixedRow({ kind, term }: { kind: 'alerts' | 'exports'; term: string }): ReactElement {
  const t = useT();
  return (
    <TableRow>
      <th scope="row">{t(`plantSettings:retention.of.${kind}`)}</th>
      <td>{term}</td>
      <td colSpan={4}>{t('plantSettings:retention.fixed')}</td>
    </TableRow>
  );
}
