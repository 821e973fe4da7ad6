import { Button, FileButton } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './Import.module.css';

/** Where a file is dropped or chosen. */
export function FilePicker({ onFile }: { onFile: (file: File) => void }): ReactElement {
  const t = useT();
  const [isOver, setOver] = useState(false);
  const take = (file: File | null | undefined): void => {
    if (file !== null && file !== undefined) onFile(file);
  };
  return (
    <div
      className={cx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <p>{t('fileImport:drop')}</p>
      <FileButton onChange={take} accept=".csv,.txt,.tsv,text/csv,text/plain">
        {(button) => <Button {...button}>{t('fileImport:choose')}</Button>}
      </FileButton>
      <p className={styles.quiet}>{t('fileImport:dropHint')}</p>
    </div>
  );
}
