import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { declareOnPlants } from './own-questions.api.ts';

const MAX_PLATES = 20;
const PLATE = /^[A-Z0-9]{4,10}$/;

/** Plates as typed, in the form in which they are declared; null: one of them is no plate, or there are too many. */
export function readHouseholdPlates(text: string): readonly string[] | null {
  const words = text
    .toUpperCase()
    .split(/[,;\n]/)
    .map((word) => word.replaceAll(/[\s-]/g, ''))
    .filter((word) => word !== '');
  const plates = [...new Set(words)];
  return plates.length <= MAX_PLATES && plates.every((plate) => PLATE.test(plate)) ? plates : null;
}

/** Declares the plates of the user's household on every plant. What was declared before cannot be shown. */
export function HouseholdForm({ plants }: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const plates = readHouseholdPlates(text);
  const declare = useMutation({
    mutationFn: async (declared: readonly string[]) => ({ declared, failed: await declareOnPlants(plants, declared) }),
    onSuccess: () => setText(''),
  });
  const done = declare.data;
  return (
    <Stack component="section" gap={8} aria-label={t('review:household')}>
      <b>{t('review:household')}</b>
      <Remark>{t('review:householdText')}</Remark>
      <TextInput
        label={t('review:householdField')}
        value={text}
        error={plates === null && t('review:householdFault')}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button
          variant="default"
          disabled={plates === null}
          loading={declare.isPending}
          onClick={() => plates !== null && declare.mutate(plates)}
        >
          {t('review:householdSave')}
        </Button>
      </div>
      {done !== undefined && done.failed.length < plants.length && (
        <Notice tone="ok">
          {t('review:householdDone', { count: done.declared.length, plants: plants.length - done.failed.length })}
        </Notice>
      )}
      {done !== undefined && done.failed.length > 0 && (
        <Notice tone="al">{t('review:householdFailed', { plants: done.failed.map(getPlantLabel).join(', ') })}</Notice>
      )}
    </Stack>
  );
}
