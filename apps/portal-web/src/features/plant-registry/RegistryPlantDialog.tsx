import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
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

/** Adds a plant to the registry, edits or removes it. */
export function RegistryPlantDialog(props: { peer: RegistryPeer | null; onClose: () => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { peer, onClose } = props;
  const [texts, setTexts] = useState(() => createRegistryTexts(peer));
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries(registryQuery);
    onClose();
  };
  const save = useMutation({
    mutationFn: () => saveRegistryPlant(peer?.id ?? null, buildRegistryBody(texts)),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => removeRegistryPlant(id), onSuccess });
  const failure = save.error ?? remove.error;
  return (
    <SaveDialog
      title={peer === null ? t('plants:registry.add') : t('plants:registry.edit', { plant: peer.label })}
      size="wide"
      error={failure === null ? null : formatSaveError(failure, t)}
      aside={
        peer !== null && (
          <ConfirmedRemoval
            label={t('plants:registry.remove')}
            question={t('plants:registry.removeText', { plant: peer.label })}
            isBusy={remove.isPending}
            onRemove={() => remove.mutate(peer.id)}
          />
        )
      }
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

function formatSaveError(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('errors:code.internal');
  if (error.code === 'duplicate') return t('plants:registry.duplicate');
  if (error.facts.field === 'body/url') return t('plants:registry.forbidden');
  if (error.facts.field !== undefined) {
    return t('plants:registry.invalid', { field: error.facts.field.replace('body/', '') });
  }
  return t(`errors:code.${error.code}`);
}
