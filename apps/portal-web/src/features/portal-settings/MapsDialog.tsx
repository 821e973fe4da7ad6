import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { PortalSettingsView } from '@varco/contract/portal/settings.ts';
import { isMapSource, isOrigin, isStreetSource, isWebAddress } from '@varco/domain/portal/web-address.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { ListField } from '../../widgets/settings/ListField.tsx';
import { parseEntries } from '../../widgets/settings/setting-list.ts';
import { saveSetting } from './portal-settings.api.ts';
import { formatRefusal, useSettingSave } from './use-setting-save.ts';

const MAX_ORIGINS = 20;

interface Draft {
  source: string;
  credit: string;
  source_2: string;
  credit_2: string;
  streets: string;
  streets_credit: string;
  routing_url: string;
  routing_key: string;
  /** One origin a line. */
  origins: string;
  /** Version when the form was opened. */
  ver: number;
}

/** Changes base maps and routing service, all at once: an address needs the credit that belongs to it. */
export function MapsDialog(props: { settings: PortalSettingsView; onClose: () => void }): ReactElement {
  const t = useT();
  const { settings, onClose } = props;
  const { value, ver } = settings.values.maps;
  const form = useForm<Draft>({
    initialValues: { ...value, origins: value.origins.join('\n'), ver },
    validate: {
      ...checkAddresses(t),
      origins: (text) => {
        const entries = parseEntries(text);
        const wrong = entries.find((entry) => !isOrigin(entry));
        if (wrong !== undefined) return t('settingTable:entryFault', { entry: wrong });
        return entries.length > MAX_ORIGINS ? t('settingTable:listFault', { max: MAX_ORIGINS }) : null;
      },
    },
  });
  const save = useSettingSave(
    ({ ver: read, origins, ...texts }: Draft) =>
      saveSetting({ name: 'maps', value: { ...trimAll(texts), origins: parseEntries(origins) }, ver: read }),
    onClose,
  );
  const field = (name: Exclude<keyof Draft, 'ver' | 'origins'>, maxLength: number): ReactElement => (
    <TextInput
      label={t(`portalSettings:maps.${name}`)}
      maxLength={maxLength}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps(name)}
    />
  );
  return (
    <SaveDialog
      title={t('portalSettings:maps.name')}
      description={t('portalSettings:maps.formHint')}
      size="normal"
      error={save.error === null ? null : formatRefusal(save.error, t)}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((draft) => save.mutate(draft))()}
      onClose={onClose}
    >
      <FormGrid>
        {field('source', 500)}
        {field('credit', 200)}
        {field('source_2', 500)}
        {field('credit_2', 200)}
        {field('streets', 500)}
        {field('streets_credit', 200)}
        {field('routing_url', 500)}
        {field('routing_key', 200)}
        <ListField label={t('portalSettings:maps.origins')} minRows={2} {...form.getInputProps('origins')} />
      </FormGrid>
    </SaveDialog>
  );
}

/** What is wrong with each address; null: nothing. */
function checkAddresses(t: Translate) {
  const checkSource = (text: string): string | null =>
    isMapSource(text.trim()) ? null : t('portalSettings:maps.sourceFault');
  return {
    source: checkSource,
    source_2: checkSource,
    streets: (text: string) => (isStreetSource(text.trim()) ? null : t('portalSettings:maps.streetsFault')),
    routing_url: (text: string) =>
      text.trim() === '' || isWebAddress(text.trim()) ? null : t('portalSettings:maps.routingFault'),
  };
}

type Texts = Omit<Draft, 'ver' | 'origins'>;
const trimAll = (texts: Texts): Texts => ({
  source: texts.source.trim(),
  credit: texts.credit.trim(),
  source_2: texts.source_2.trim(),
  credit_2: texts.credit_2.trim(),
  streets: texts.streets.trim(),
  streets_credit: texts.streets_credit.trim(),
  routing_url: texts.routing_url.trim(),
  routing_key: texts.routing_key.trim(),
});
