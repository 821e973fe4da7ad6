import { Button, Group, Modal, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { RuledInput } from '@varco/ui/RuledInput.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { REGISTRY_INPUTS, buildRegistryBody, createRegistryTexts, type RegistryPlantTexts } from './registry-form.ts';
import styles from './PlantRegistryScreen.module.css';
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
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  const failure = save.error ?? remove.error;
  return (
    <Modal
      opened
      onClose={onClose}
      size={880}
      title={peer === null ? t('plants:registry.add') : t('plants:registry.edit', { plant: peer.label })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <RegistryPlantInputs texts={texts} onChange={setTexts} />
        <div className={styles.wide}>
          {failure !== null && (
            <Notice tone="al" isUrgent>
              {formatSaveError(failure, t)}
            </Notice>
          )}
          <Group justify="space-between" mt="sm">
            {peer === null ? (
              <span />
            ) : (
              <RemoveButton peer={peer} isBusy={remove.isPending} onRemove={() => remove.mutate(peer.id)} />
            )}
            <Group>
              <Button variant="default" onClick={onClose}>
                {t('common:cancel')}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {t('common:save')}
              </Button>
            </Group>
          </Group>
        </div>
      </form>
    </Modal>
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

/** Remove button with inline confirmation: the plant disappears for all users. */
function RemoveButton(props: { peer: RegistryPeer; isBusy: boolean; onRemove: () => void }): ReactElement {
  const t = useT();
  const [isRequested, setRequested] = useState(false);
  if (!isRequested) {
    return (
      <Button variant="default" onClick={() => setRequested(true)}>
        {t('plants:registry.remove')}
      </Button>
    );
  }
  return (
    <Group>
      <span>{t('plants:registry.removeText', { plant: props.peer.label })}</span>
      <Button color="allarme" loading={props.isBusy} onClick={props.onRemove}>
        {t('common:confirm')}
      </Button>
    </Group>
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
