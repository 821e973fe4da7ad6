import { Button } from '@mantine/core';
import type { SettingReason } from '@varco/contract/plant/settings.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { LastChange } from '../../../widgets/settings/LastChange.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import type { SettingsPart } from './settings-part.ts';
import styles from './Settings.module.css';

/** Reasons of consultation, retired ones last. */
export function ReasonsPanel(props: SettingsPart): ReactElement {
  const t = useT();
  const { reasons, values } = props.settings;
  const [edited, setEdited] = useState<SettingReason | 'new' | null>(null);
  return (
    <Panel
      title={t('plantSettings:reasons.title')}
      icon="list"
      padding="none"
      aside={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          {t('plantSettings:reasons.add')}
        </Button>
      }
    >
      <p className={styles.intro}>{t('plantSettings:reasons.intro')}</p>
      <SimpleTable
        label={t('plantSettings:reasons.title')}
        onNarrow="stack"
        columns={[
          { key: 'text', title: t('plantSettings:reasons.text') },
          { key: 'code', title: t('plantSettings:reasons.code') },
          { key: 'case', title: t('plantSettings:reasons.case') },
          { key: 'state', title: t('plantSettings:reasons.state') },
          { key: 'changed', title: t('settingTable:changed') },
          { key: 'edit', title: t('settingTable:actions'), isTitleHidden: true },
        ]}
        empty={reasons.length === 0 && <p className={styles.intro}>{t('plantSettings:reasons.empty')}</p>}
      >
        {reasons.map((reason) => (
          <ReasonRow
            key={reason.code}
            reason={reason}
            isCaseAlways={values.requires_case.value}
            onEdit={() => setEdited(reason)}
          />
        ))}
      </SimpleTable>
      {edited !== null && (
        <ReasonDialog {...props} before={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

function ReasonRow(props: { reason: SettingReason; isCaseAlways: boolean; onEdit: () => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { reason, isCaseAlways, onEdit } = props;
  const other = language === 'it' ? 'en' : 'it';
  const rule = isCaseAlways ? 'caseAlways' : reason.requires_case ? 'caseAsked' : 'caseFree';
  return (
    <TableRow>
      <th scope="row">
        {reason[language]}
        <span className={styles.hint} lang={other}>
          {reason[other]}
        </span>
      </th>
      <td>
        <code>{reason.code}</code>
      </td>
      <td>{t(`plantSettings:reasons.${rule}`)}</td>
      <td>
        <StatusChip
          size="sm"
          variant="tint"
          tone={reason.retired ? 'nt' : 'ok'}
          word={t(reason.retired ? 'plantSettings:reasons.retired' : 'plantSettings:reasons.used')}
        />
      </td>
      <td>
        <LastChange changed={reason.changed} />
      </td>
      <td>
        <IconButton icon="edit" name={t('settingTable:editNamed', { name: reason[language] })} onClick={onEdit} />
      </td>
    </TableRow>
  );
}
