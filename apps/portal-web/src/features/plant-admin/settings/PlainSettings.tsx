import { PLAIN_SETTING_NAMES, type PlainSettingName } from '@varco/contract/plant/settings.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { LastChange } from './LastChange.tsx';
import { PlainSettingDialog } from './PlainSettingDialog.tsx';
import type { SettingsPart } from './settings-part.ts';
import styles from './Settings.module.css';

/** The plain settings, each with what it does. */
export function PlainSettings(props: SettingsPart): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { values } = props.settings;
  const [edited, setEdited] = useState<PlainSettingName | null>(null);
  return (
    <Panel title={t('plantSettings:plain.title')} icon="gear" padding="none">
      <SimpleTable
        label={t('plantSettings:plain.title')}
        onNarrow="stack"
        columns={[
          { key: 'setting', title: t('plantSettings:setting') },
          { key: 'value', title: t('plantSettings:value') },
          { key: 'changed', title: t('plantSettings:changed') },
          { key: 'edit', title: t('plantSettings:reasons.actions'), isTitleHidden: true },
        ]}
      >
        {PLAIN_SETTING_NAMES.map((name) => (
          <TableRow key={name}>
            <th scope="row">
              {t(`plantSettings:plain.${name}`)}
              <span className={styles.hint}>{t(`plantSettings:hint.${name}`)}</span>
            </th>
            <td>
              <div className={styles.text}>{formatValue(values[name].value, t, language)}</div>
            </td>
            <td>
              {name === 'paid_lookups_per_day' && values[name].from_environment ? (
                t('plantSettings:fromEnvironment')
              ) : (
                <LastChange changed={values[name].changed} />
              )}
            </td>
            <td>
              <IconButton
                icon="edit"
                name={t('plantSettings:editNamed', { name: t(`plantSettings:plain.${name}`) })}
                onClick={() => setEdited(name)}
              />
            </td>
          </TableRow>
        ))}
      </SimpleTable>
      {edited !== null && <PlainSettingDialog {...props} name={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

function formatValue(value: string | boolean | number, t: Translate, language: Language): string {
  if (typeof value === 'number') return formatInteger(value, language);
  if (typeof value === 'boolean') return t(value ? 'plantSettings:yes' : 'plantSettings:no');
  if (value === 'window' || value === 'age') return t(`plantSettings:timeLimit.${value}`);
  return value === '' ? t('plantSettings:none') : value;
}
