import { Button, Group } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Delete button beside the buttons of a form, with the question in its place once it was pressed. */
export function ConfirmedRemoval(props: {
  label: string;
  question: string;
  isBusy: boolean;
  onRemove: () => void;
}): ReactElement {
  const t = useT();
  const [isRequested, setRequested] = useState(false);
  if (!isRequested) {
    return (
      <Button variant="default" onClick={() => setRequested(true)}>
        {props.label}
      </Button>
    );
  }
  return (
    <Group>
      <span>{props.question}</span>
      <Button color="allarme" loading={props.isBusy} onClick={props.onRemove}>
        {t('common:confirm')}
      </Button>
    </Group>
  );
}
