import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toRomeDay } from '@varco/domain/time/rome.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults, type PlantFault } from '../../lib/plants/plant-faults.ts';
import type { RequestPart } from './person-batches.ts';
import { extendOnPlants, proveOnPlants } from './person-requests.api.ts';
import styles from './PersonRequests.module.css';

const MIN_TEXT = 3;

/** The proof of identity, and the one extension, on every plant that lacks it. */
export function RequestSteps(props: {
  parts: readonly RequestPart[];
  nameOf: (peerId: number) => string;
  refresh: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { parts, nameOf, refresh } = props;
  const unproven = parts.filter(({ request }) => request.identita === null);
  const today = toRomeDay(nowMs());
  const extendable = parts.filter(({ request }) => request.proroga === null && today <= request.scadenza);
  return (
    <>
      {unproven.length > 0 && (
        <StepForm
          label={t('personRequests:record.proof')}
          button={t('personRequests:record.prove')}
          run={(text) => proveOnPlants(unproven, text)}
          {...{ nameOf, refresh }}
        />
      )}
      {extendable.length > 0 && (
        <StepForm
          label={t('personRequests:record.extendWhy')}
          hint={t('personRequests:record.extendHint')}
          button={t('personRequests:record.extend')}
          isSecondary
          run={(text) => extendOnPlants(extendable, text)}
          {...{ nameOf, refresh }}
        />
      )}
    </>
  );
}

/** A text that a step needs, and its button. */
export function StepForm(props: {
  label: string;
  hint?: string;
  button: string;
  isSecondary?: boolean;
  run: (text: string) => Promise<readonly PlantFault[]>;
  nameOf: (peerId: number) => string;
  refresh: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { label, hint, button, isSecondary = false, run, nameOf, refresh } = props;
  const [text, setText] = useState('');
  const [faults, setFaults] = useState<readonly PlantFault[]>([]);
  const save = useMutation({ mutationFn: async () => setFaults(await run(text.trim())), onSettled: refresh });
  return (
    <>
      <form
        className={styles.step}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim().length >= MIN_TEXT) save.mutate();
        }}
      >
        <TextInput
          label={label}
          description={hint}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant={isSecondary ? 'default' : 'filled'}
          disabled={text.trim().length < MIN_TEXT}
          loading={save.isPending}
        >
          {button}
        </Button>
      </form>
      {faults.length > 0 && (
        <Notice tone="al" isUrgent>
          {formatFaults(faults, nameOf, t)}
        </Notice>
      )}
    </>
  );
}
