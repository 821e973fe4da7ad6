import {
  LIMIT_NAMES,
  type LimitName,
  PLAIN_SETTING_NAMES,
  type PlainSettingName,
} from '@varco/contract/plant/settings.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { formatEntries } from '../../../widgets/settings/setting-list.ts';
import { SettingsTable } from '../../../widgets/settings/SettingsTable.tsx';
import { PlainSettingDialog } from './PlainSettingDialog.tsx';
import type { SettingsPart } from './settings-part.ts';

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
  const { values } = props.settings;
  const [edited, setEdited] = useState<PlainSettingName | null>(null);
  return (
    <>
      <SettingsTable
        title={t(`plantSettings:${props.part}Title`)}
        icon={props.part === 'limits' ? 'gauge' : 'gear'}
        rows={NAMES[props.part].map((name) => ({
          id: name,
          name: t(`plantSettings:plain.${name}`),
          hint: t(`plantSettings:hint.${name}`),
          value: formatValue(values[name].value, t, language),
          changed: values[name].changed,
          isFromEnvironment: isLimit(name) && values[name].from_environment,
          onEdit: () => setEdited(name),
        }))}
      />
      {edited !== null && <PlainSettingDialog {...props} name={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function formatValue(value: string | boolean | number | readonly string[], t: Translate, language: Language): string {
  if (typeof value === 'number') return formatInteger(value, language);
  if (typeof value === 'boolean') return t(value ? 'settingTable:yes' : 'settingTable:no');
  if (typeof value === 'object') return formatEntries(value, t);
  if (value === 'window' || value === 'age') return t(`plantSettings:timeLimit.${value}`);
  return value === '' ? t('plantSettings:none') : value;
}
