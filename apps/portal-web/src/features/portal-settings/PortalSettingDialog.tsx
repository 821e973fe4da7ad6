import { NumberInput, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  EXPORT_PATIENCE_S,
  type PlainPortalSetting,
  type PortalSettingsView,
} from '@varco/contract/portal/settings.ts';
import { MAIL_DOMAIN_PATTERN } from '@varco/contract/setting-fields.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { ListField } from '../../widgets/settings/ListField.tsx';
import { findListFault, parseEntries } from '../../widgets/settings/setting-list.ts';
import { saveSetting, type SettingBody } from './portal-settings.api.ts';
import { formatRefusal, useSettingSave } from './use-setting-save.ts';

interface Draft {
  /** One domain a line. */
  readonly list: string;
  readonly isOn: boolean;
  /** What is typed; a number once it is one. */
  readonly seconds: number | string;
  /** Version when the form was opened. */
  readonly ver: number;
}

/** What the form begins with; only the member of the setting's kind counts. */
function createDraft({ values }: PortalSettingsView, name: PlainPortalSetting): Draft {
  const { value, ver } = values[name];
  return {
    ver,
    list: typeof value === 'object' ? value.join('\n') : '',
    isOn: value === true,
    seconds: typeof value === 'number' ? value : '',
  };
}

function buildBody(name: PlainPortalSetting, { list, isOn, seconds, ver }: Draft): SettingBody {
  if (name === 'two_factor_required') return { name, value: isOn, ver };
  if (name === 'export_patience_s') return { name, value: Number(seconds), ver };
  return { name, value: parseEntries(list), ver };
}

const isPatience = (seconds: number | string): boolean =>
  typeof seconds === 'number' &&
  Number.isInteger(seconds) &&
  seconds >= EXPORT_PATIENCE_S.min &&
  seconds <= EXPORT_PATIENCE_S.max;

/** Changes one setting of the portal. */
export function PortalSettingDialog(props: {
  settings: PortalSettingsView;
  name: PlainPortalSetting;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { settings, name, onClose } = props;
  const form = useForm<Draft>({
    initialValues: createDraft(settings, name),
    validate: {
      seconds: (seconds) =>
        name !== 'export_patience_s' || isPatience(seconds) ? null : t('settingTable:numberFault', EXPORT_PATIENCE_S),
      list: (list) => findListFault(MAIL_DOMAIN_PATTERN, parseEntries(list), t),
    },
  });
  const save = useSettingSave((draft: Draft) => saveSetting(buildBody(name, draft)), onClose);
  const label = t(`portalSettings:name.${name}`);
  return (
    <SaveDialog
      title={label}
      description={t(`portalSettings:hint.${name}`)}
      error={save.error === null ? null : formatRefusal(save.error, t)}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((draft) => save.mutate(draft))()}
      onClose={onClose}
    >
      {name === 'two_factor_required' && <Switch label={label} {...form.getInputProps('isOn', { type: 'checkbox' })} />}
      {name === 'export_patience_s' && (
        <NumberInput label={label} allowDecimal={false} allowNegative={false} {...form.getInputProps('seconds')} />
      )}
      {name.endsWith('_domains') && <ListField label={label} {...form.getInputProps('list')} />}
    </SaveDialog>
  );
}
