import { NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  MAX_PAID_LOOKUPS_PER_DAY,
  type PlainSettingName,
  type PlantSettingsView,
} from '@varco/contract/plant/settings.ts';
import { TIME_LIMITS, type TimeLimit } from '@varco/domain/transits/search-window.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { formatSettingRefusal } from './setting-refusal.ts';
import { saveSetting, type SettingBody } from './settings.api.ts';
import type { SettingsPart } from './settings-part.ts';
import { useSettingSave } from './use-setting-save.ts';

type Switched = 'requires_reason' | 'requires_case';
type Written = 'label' | 'municipality' | 'watermark_text';

interface Draft {
  readonly text: string;
  readonly isOn: boolean;
  readonly limit: TimeLimit;
  /** What is typed; a number once it is one. */
  readonly amount: number | string;
}

const isSwitched = (name: PlainSettingName): name is Switched => name === 'requires_reason' || name === 'requires_case';

/** What the form begins with; only the member of the setting's kind counts. */
function createDraft({ values }: PlantSettingsView, name: PlainSettingName): Draft {
  const { value } = values[name];
  return {
    text: typeof value === 'string' ? value : '',
    isOn: value === true,
    limit: values.time_limit.value,
    amount: values.paid_lookups_per_day.value,
  };
}

function buildBody(name: PlainSettingName, draft: Draft, ver: number): SettingBody {
  if (name === 'time_limit') return { name, value: draft.limit, ver };
  if (name === 'paid_lookups_per_day') return { name, value: Number(draft.amount), ver };
  return isSwitched(name) ? { name, value: draft.isOn, ver } : { name, value: draft.text, ver };
}

/** Changes one plain setting. The version is that of opening, so that a change of somebody else is not overwritten. */
export function PlainSettingDialog(
  props: SettingsPart & { name: PlainSettingName; onClose: () => void },
): ReactElement {
  const t = useT();
  const { plant, settings, name, onClose } = props;
  const form = useForm<Draft & { ver: number }>({
    initialValues: { ...createDraft(settings, name), ver: settings.values[name].ver },
    validate: {
      amount: (amount) =>
        isAmount(amount) ? null : t('plantSettings:plain.amountFault', { max: MAX_PAID_LOOKUPS_PER_DAY }),
      text: (text) => (isNamed(name) && text.trim() === '' ? t('common:required') : null),
    },
  });
  const save = useSettingSave(
    props,
    ({ ver, ...draft }: Draft & { ver: number }) => saveSetting(plant.peerId, buildBody(name, draft, ver)),
    onClose,
  );
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
      {name === 'time_limit' && (
        <Radio.Group aria-label={t('plantSettings:plain.time_limit')} {...form.getInputProps('limit')}>
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
      )}
      {isSwitched(name) && (
        <Switch label={t(`plantSettings:plain.${name}`)} {...form.getInputProps('isOn', { type: 'checkbox' })} />
      )}
      {name === 'paid_lookups_per_day' && (
        <NumberInput
          label={t('plantSettings:plain.paid_lookups_per_day')}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('amount')}
        />
      )}
      {isWritten(name) && (
        <TextInput label={t(`plantSettings:plain.${name}`)} maxLength={80} {...form.getInputProps('text')} />
      )}
    </SaveDialog>
  );
}

const isWritten = (name: PlainSettingName): name is Written => name === 'watermark_text' || isNamed(name);
const isAmount = (amount: number | string): boolean =>
  typeof amount === 'number' && Number.isInteger(amount) && amount >= 0 && amount <= MAX_PAID_LOOKUPS_PER_DAY;
const isNamed = (name: PlainSettingName): boolean => name === 'label' || name === 'municipality';
