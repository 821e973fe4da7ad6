import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { changePlant } from '../../lib/plants/edit-plants.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import {
  type CredentialFields,
  findCredentialProblem,
  EMPTY_CREDENTIAL,
  splitHostAndPort,
  type RegistrationError,
  registrationErrorKey,
} from './credential-form.ts';
import { CredentialInputs } from './CredentialInputs.tsx';
import styles from './CredentialsScreen.module.css';
import { PlantFacts } from './PlantFacts.tsx';
import type { AddingForm } from './use-add-plant.ts';
import { type SaveProblem, saveProblemKey, useVaultSave } from './use-vault-save.ts';

type AddProblem = RegistrationError | SaveProblem | null;

/** P 3: credential form of a new plant (`plant` null) or a listed one; facts reported by the plant are read-only. */
export function CredentialDialog(props: {
  plant: PlantSession | null;
  adding?: AddingForm;
  onAdd?: (fields: CredentialFields) => Promise<AddProblem>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, adding, onAdd, onClose } = props;
  const [fields, setFields] = useState<CredentialFields>(() => createInitialFields(plant, adding));
  const [isTried, setTried] = useState(false);
  const add = useMutation({ mutationFn: async () => (await onAdd?.(fields)) ?? null });
  const edit = useVaultSave((target: PlantSession) => changePlant(target, toCredentialChange(fields)), {
    onDone: onClose,
    isTold: true,
  });
  const problem = findCredentialProblem(fields, plant === null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (problem !== null) return;
    if (plant === null) add.mutate();
    else edit.save(plant);
  };
  const refusal: AddProblem = add.isError ? 'portal' : (add.data ?? (add.isIdle ? (adding?.error ?? null) : null));
  const failure = plant === null ? refusal : edit.problem;
  const title =
    plant === null ? t('plants:form.addTitle') : t('plants:form.editTitle', { plant: getPlantLabel(plant) });
  return (
    <Modal opened onClose={onClose} title={title} size={880} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <CredentialInputs
          fields={fields}
          isNew={plant === null}
          problem={isTried ? problem : null}
          onChange={(change) => setFields((before) => ({ ...before, ...change }))}
        />
        <PlantFacts plant={plant} />
        <div className={styles.wide}>
          {failure !== null && (
            <Notice tone="al" isUrgent>
              {t(typeof failure === 'number' ? registrationErrorKey(failure) : saveProblemKey(failure))}
            </Notice>
          )}
          <Group justify="flex-end" mt="sm">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={add.isPending || edit.isPending}>
              {t(plant === null ? 'plants:credentials.add' : 'common:save')}
            </Button>
          </Group>
        </div>
      </form>
    </Modal>
  );
}

function createInitialFields(plant: PlantSession | null, adding: AddingForm | undefined): CredentialFields {
  if (plant === null) return adding?.fields ?? EMPTY_CREDENTIAL;
  const { url, label, username, enabled } = plant.credential;
  return { ...EMPTY_CREDENTIAL, ...splitHostAndPort(url), label, username, enabled };
}

const toCredentialChange = ({ label, username, password, enabled }: CredentialFields) => ({
  username: username.trim(),
  enabled,
  ...(label.trim() === '' ? {} : { label: label.trim() }),
  ...(password === '' ? {} : { password }),
});
