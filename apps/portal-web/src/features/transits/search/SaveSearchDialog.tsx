import { TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { addSearch, MAX_SEARCH_NAME } from '../../../lib/case-files/case-file.ts';
import { changeCaseFiles, type CaseFilesFault } from '../../../lib/case-files/case-files.store.ts';
import { useReason } from '../../../lib/case/reason.ts';
import { now } from '../../../lib/clock.ts';
import { useT } from '../../../lib/i18n.tsx';
import { notify } from '../../../lib/notices/notices.store.ts';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { summarizeFilter } from '../filters/filter-summary.ts';
import { extractChangedFields } from '../filters/stored-filter.ts';
import { computePeriodLimits, type SearchFilter } from './search-filter.ts';

const NOTICE_MS = 5_000;
const MAX_SUMMARY = 1000;

/** Saves the filters of a list under a name in the file of the current case. A live period is saved as its default. */
export function SaveSearchDialog(props: { filter: SearchFilter; onClose: () => void }): ReactElement {
  const t = useT();
  const { filter, onClose } = props;
  const caseNumber = useReason((reason) => reason.case);
  const parts = summarizeFilter(filter, computePeriodLimits(filter.period, now()), t).filter(
    // The period of a saved search moves with the day, so its dates of today say nothing.
    ({ group }) => group !== 'period' || filter.period.kind === 'range',
  );
  const summary = parts
    .map(({ label }) => label)
    .join('; ')
    .slice(0, MAX_SUMMARY);
  const [name, setName] = useState(() =>
    (summary === '' ? t('caseFile:save.everything') : summary).slice(0, MAX_SEARCH_NAME),
  );
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<CaseFilesFault | null>(null);
  const save = async (): Promise<void> => {
    setSaving(true);
    const search = {
      id: crypto.randomUUID(),
      name: name.trim(),
      filter: { ...extractChangedFields(filter) },
      summary,
      saved: now(),
    };
    const refused = await changeCaseFiles(addSearch(caseNumber, search));
    setSaving(false);
    setFault(refused);
    if (refused !== null) return;
    notify({
      text: t('caseFile:save.done', { name: search.name }),
      type: 'success',
      timeout: NOTICE_MS,
      link: null,
    });
    onClose();
  };
  return (
    <SaveDialog
      title={t('caseFile:save.title')}
      size="small"
      description={caseNumber === '' ? t('caseFile:save.textNoCase') : t('caseFile:save.text', { number: caseNumber })}
      error={fault === null ? null : t(`caseFile:fault.${fault}`)}
      canSave={name.trim() !== ''}
      isSaving={isSaving}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TextInput
        label={t('caseFile:save.name')}
        description={t('caseFile:save.nameHint')}
        maxLength={MAX_SEARCH_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </SaveDialog>
  );
}
