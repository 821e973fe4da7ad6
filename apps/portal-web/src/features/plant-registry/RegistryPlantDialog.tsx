import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { RuledInput } from '@varco/ui/RuledInput.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { ConfirmedRemoval } from '../../widgets/forms/ConfirmedRemoval.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { REGISTRY_INPUTS, buildRegistryBody, createRegistryTexts, type RegistryPlantTexts } from './registry-form.ts';
import { registryQuery, removeRegistryPlant, saveRegistryPlant } from './registry.api.ts';

/** Edits a plant of the registry, or removes it. Who it is and where it is come from joining. */
export function RegistryPlantDialog(props: { peer: RegistryPeer; onClose: () => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { peer, onClose } = props;
  const [texts, setTexts] = useState(() => createRegistryTexts(peer));
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries(registryQuery);
    onClose();
  };
  const save = useMutation({
    mutationFn: () => saveRegistryPlant(peer.id, buildRegistryBody(texts)),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => removeRegistryPlant(id), onSuccess });
  const failure = save.error ?? remove.error;
  return (
    <SaveDialog
      title={t('plants:registry.edit', { plant: peer.label })}
      size="wide"
      error={failure === null ? null : formatSaveError(failure, t)}
      aside={
        <ConfirmedRemoval
          label={t('plants:registry.remove')}
          question={t('plants:registry.removeText', { plant: peer.label })}
          isBusy={remove.isPending}
          onRemove={() => remove.mutate(peer.id)}
        />
      }
      description={describeIdentity(peer, t)}
      canSave
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <FormGrid columns={2}>
        <RegistryPlantInputs texts={texts} onChange={setTexts} />
      </FormGrid>
    </SaveDialog>
  );
}

function RegistryPlantInputs(props: {
  texts: RegistryPlantTexts;
  onChange: (texts: RegistryPlantTexts) => void;
}): ReactElement {
  const t = useT();
  const { texts, onChange } = props;
  return (
    <>
      {REGISTRY_INPUTS.map(({ name, label, rules }) => (
        <RuledInput
          key={name}
          name={name}
          label={t(label)}
          description={name === 'plant_code' ? t('plants:registry.plantCodeHint') : null}
          rules={rules}
          value={texts[name]}
          onChange={(text) => onChange({ ...texts, [name]: text })}
          faultText={() => t('common:required')}
        />
      ))}
      {(['enabled', 'verified'] as const).map((name) => (
        <Switch
          key={name}
          label={t(name === 'enabled' ? 'plants:registry.isEnabled' : 'plants:registry.isVerified')}
          checked={texts[name]}
          onChange={(event) => onChange({ ...texts, [name]: event.currentTarget.checked })}
        />
      ))}
    </>
  );
}

/** Address and key of a plant, which nobody types. */
function describeIdentity({ url: address, fingerprint, joined }: RegistryPeer, t: Translate): string {
  const facts = { address, fingerprint: fingerprint ?? t('plants:registry.noKey') };
  return joined === null
    ? t('plants:registry.notJoined', facts)
    : t('plants:registry.joined', { ...facts, date: formatDateTime(joined) });
}

function formatSaveError(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('errors:code.internal');
  if (error.facts.field !== undefined) {
    return t('plants:registry.invalid', { field: error.facts.field.replace('body/', '') });
  }
  return t(`errors:code.${error.code}`);
}
