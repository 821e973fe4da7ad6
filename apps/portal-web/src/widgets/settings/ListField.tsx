import { Textarea, type TextareaProps } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Field of a setting that is a list, one entry a line. */
export function ListField(props: TextareaProps): ReactElement {
  const t = useT();
  return (
    <Textarea
      description={t('settingTable:listHint')}
      autosize
      minRows={4}
      maxRows={12}
      spellCheck={false}
      {...props}
    />
  );
}
