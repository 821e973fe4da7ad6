import { NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import {
  LIST_PATTERNS,
  type ListSettingName,
  NUMBER_LIMITS,
  type NumberSettingName,
  type PlainSettingName,
  type PlantSettingsView,
} from '@varco/contract/plant/settings.ts';
import { TIME_LIMITS, type TimeLimit } from '@varco/domain/transits/search-window.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { findListFault, parseEntries } from '../../../widgets/settings/setting-list.ts';
import { ListField } from '../../../widgets/settings/ListField.tsx';
import { formatSettingRefusal } from './setting-refusal.ts';
import { saveSetting, type SettingBody } from './settings.api.ts';
import type { SettingsPart } from './settings-part.ts';
import { useSettingSave } from './use-setting-save.ts';

type Switched = 'requires_reason' | 'requires_case';

interface Draft {
  readonly text: string;
  readonly isOn: boolean;
  readonly limit: TimeLimit;
  /** What is typed; a number once it is one. */
  readonly amount: number | string;
  /** One entry a line. */
  readonly list: string;
  /** Version when the form was opened. */
  readonly ver: number;
}

const isNumber = (name: PlainSettingName): name is NumberSettingName => name in NUMBER_LIMITS;
const isList = (name: PlainSettingName): name is ListSettingName => name in LIST_PATTERNS;
const isSwitched = (name: PlainSettingName): name is Switched => name === 'requires_reason' || name === 'requires_case';

/** What the form begins with; only the member of the setting's kind counts. */
function createDraft({ values }: PlantSettingsView, name: PlainSettingName): Draft {
  const { value, ver } = values[name];
  return {
    ver,
    text: typeof value === 'string' ? value : '',
    isOn: value === true,
    limit: values.time_limit.value,
    amount: typeof value === 'number' ? value : '',
    list: typeof value === 'object' ? value.join('\n') : '',
  };
}

function buildBody(name: PlainSettingName, draft: Draft): SettingBody {
  const { ver } = draft;
  if (name === 'time_limit') return { name, value: draft.limit, ver };
  if (isNumber(name)) return { name, value: Number(draft.amount), ver };
  if (isList(name)) return { name, value: parseEntries(draft.list), ver };
  return isSwitched(name) ? { name, value: draft.isOn, ver } : { name, value: draft.text, ver };
}

/** Changes one plain setting. The version is that of opening, so that a change of somebody else is not overwritten. */
export function PlainSettingDialog(
  props: SettingsPart & { name: PlainSettingName; onClose: () => void },
): ReactElement {
  const t = useT();
  const { plant, settings, name, onClose } = props;
  const form = useForm<Draft>({
    initialValues: createDraft(settings, name),
    validate: {
      amount: (amount) =>
        !isNumber(name) || isWithin(amount, NUMBER_LIMITS[name])
          ? null
          : t('settingTable:numberFault', NUMBER_LIMITS[name]),
      list: (list) => (isList(name) ? findListFault(LIST_PATTERNS[name], parseEntries(list), t) : null),
      text: (text) => (isNamed(name) && text.trim() === '' ? t('common:required') : null),
    },
  });
  const save = useSettingSave(props, (draft: Draft) => saveSetting(plant.peerId, buildBody(name, draft)), onClose);
  return (
    <SaveDialog
      title={t(`plantSettings:plain.${name}`)}
      description={t(`plantSettings:hint.${name}`)}
      error={formatSettingRefusal(save.error, t)}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((values) => save.mutate(values))()}
      onClose={onClose}
    >
      <SettingField name={name} form={form} />
    </SaveDialog>
  );
}

/** The field of one setting, by its kind. */
function SettingField({ name, form }: { name: PlainSettingName; form: UseFormReturnType<Draft> }): ReactElement {
  const t = useT();
  const label = t(`plantSettings:plain.${name}`);
  if (name === 'time_limit')
    return (
      <Radio.Group aria-label={label} {...form.getInputProps('limit')}>
        <Stack gap="sm">
          {TIME_LIMITS.map((limit) => (
            <Radio
              key={limit}
              value={limit}
              label={t(`plantSettings:timeLimit.${limit}`)}
              description={t(`plantSettings:timeLimit.${limit}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    );
  if (isSwitched(name)) return <Switch label={label} {...form.getInputProps('isOn', { type: 'checkbox' })} />;
  if (isNumber(name))
    return <NumberInput label={label} allowDecimal={false} allowNegative={false} {...form.getInputProps('amount')} />;
  if (isList(name)) return <ListField label={label} {...form.getInputProps('list')} />;
  return <TextInput label={label} maxLength={80} {...form.getInputProps('text')} />;
}

const isWithin = (amount: number | string, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  typeof amount === 'number' && Number.isInteger(amount) && amount >= min && amount <= max;

const isNamed = (name: PlainSettingName): boolean => name === 'label' || name === 'municipality';
