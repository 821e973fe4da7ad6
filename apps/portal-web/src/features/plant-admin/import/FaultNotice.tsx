import { FOREIGN_FORMATS } from '@varco/imports/foreign-format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { ImportFault } from './import-state.ts';

/** Why a file cannot be read or imported, in plain words. */
export function FaultNotice({ fault: { code, detail } }: { fault: ImportFault }): ReactElement {
  const t = useT();
  const foreign = code === 'foreign' ? FOREIGN_FORMATS.find((one) => one === detail) : undefined;
  return (
    <Notice tone="al" isUrgent>
      {t(`fileImport:fault.${code}`, { detail: foreign === undefined ? detail : t(`fileImport:foreign.${foreign}`) })}
    </Notice>
  );
}
