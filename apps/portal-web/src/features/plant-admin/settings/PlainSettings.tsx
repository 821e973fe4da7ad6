import {
  LIMIT_NAMES,
  type LimitName,
  PLAIN_SETTING_NAMES,
  type PlainSettingName,
  type PlantSettingsView,
} from '@varco/contract/plant/settings.ts';
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

/** Part of the settings: rules and names of the plant, or limits that have a value from the start. */
type Part = 'plain' | 'limits';

const isLimit = (name: PlainSettingName): name is LimitName => LIMIT_NAMES.some((limit) => limit === name);
const NAMES: Readonly<Record<Part, readonly PlainSettingName[]>> = {
  plain: PLAIN_SETTING_NAMES.filter((name) => !isLimit(name)),
  limits: LIMIT_NAMES,
};

/** Settings of one value, each with what it does. */
export function PlainSettings(props: SettingsPart & { part: Part }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const title = t(`plantSettings:${props.part}Title`);
  const { values } = props.settings;
  const [edited, setEdited] = useState<PlainSettingName | null>(null);
  return (
    <Panel title={title} icon={props.part === 'limits' ? 'gauge' : 'gear'} padding="none">
      <SimpleTable
        label={title}
        onNarrow="stack"
        columns={[
          { key: 'setting', title: t('plantSettings:setting') },
          { key: 'value', title: t('plantSettings:value') },
          { key: 'changed', title: t('plantSettings:changed') },
          { key: 'edit', title: t('plantSettings:reasons.actions'), isTitleHidden: true },
        ]}
      >
        {NAMES[props.part].map((name) => (
          <TableRow key={name}>
            <th scope="row">
              {t(`plantSettings:plain.${name}`)}
              <span className={styles.hint}>{t(`plantSettings:hint.${name}`)}</span>
            </th>
            <td>
              <div className={styles.text}>{formatValue(values[name].value, t, language)}</div>
            </td>
            <td>
              {isFromEnvironment(props.settings, name) ? (
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

const isFromEnvironment = ({ values }: PlantSettingsView, name: PlainSettingName): boolean =>
  isLimit(name) && values[name].from_environment;

function formatValue(value: string | boolean | number | readonly string[], t: Translate, language: Language): string {
  if (typeof value === 'number') return formatInteger(value, language);
  if (typeof value === 'boolean') return t(value ? 'plantSettings:yes' : 'plantSettings:no');
  if (typeof value === 'object') return value.length === 0 ? t('plantSettings:noneListed') : value.join(', ');
  if (value === 'window' || value === 'age') return t(`plantSettings:timeLimit.${value}`);
  return value === '' ? t('plantSettings:none') : value;
}
