import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { type ReactElement, useState } from 'react';
import type { CaseFileChange } from '../../lib/case-files/case-file.ts';
import { changeCaseFiles, type CaseFilesFault } from '../../lib/case-files/case-files.store.ts';
import { useT } from '../../lib/i18n.tsx';

/** Asks before something is removed from the case files. */
export function RemoveDialog(props: {
  title: string;
  text: string;
  label: string;
  change: CaseFileChange;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<CaseFilesFault | null>(null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const refused = await changeCaseFiles(props.change);
    setBusy(false);
    setFault(refused);
    if (refused === null) props.onClose();
  };
  return (
    <FormDialog
      title={props.title}
      labels={{ submit: props.label, cancel: t('common:cancel'), close: t('common:close') }}
      size="small"
      description={props.text}
      error={fault === null ? null : t(`caseFile:fault.${fault}`)}
      isDestructive
      isBusy={isBusy}
      onSubmit={() => void remove()}
      onClose={props.onClose}
    />
  );
}
