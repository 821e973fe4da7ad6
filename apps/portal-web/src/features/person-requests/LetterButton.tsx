import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ComponentProps, ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatCallError } from '../../lib/notices/error-text.ts';
import { LetterPrint } from './LetterPrint.tsx';

/** Fetches a letter of a plant and prints it. `name`: the accessible name, which tells the letters of several plants apart. */
export function LetterButton(props: {
  read: () => Promise<ComponentProps<typeof LetterPrint>['letter']>;
  label: string;
  name: string;
}): ReactElement {
  const t = useT();
  const letter = useMutation({ mutationFn: props.read });
  return (
    <>
      {letter.error !== null && (
        <Notice tone="al" isUrgent>
          {formatCallError(letter.error, t)}
        </Notice>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="print" />}
        loading={letter.isPending}
        aria-label={props.name}
        onClick={() => letter.mutate()}
      >
        {props.label}
      </Button>
      {letter.data !== undefined && <LetterPrint letter={letter.data} onDone={letter.reset} />}
    </>
  );
}
