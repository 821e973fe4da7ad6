import { Button, Select } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { findCaseFile, removeCaseFile } from '../../lib/case-files/case-file.ts';
import { refreshCaseFiles, useCaseFiles } from '../../lib/case-files/case-files.store.ts';
import { useReason } from '../../lib/case/reason.ts';
import { useT } from '../../lib/i18n.tsx';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { AnnotatedTransits, type NotesInAddress } from './AnnotatedTransits.tsx';
import styles from './CaseFile.module.css';
import { FollowedPlates } from './FollowedPlates.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { SavedSearches } from './SavedSearches.tsx';

/** /case: what a person keeps of a case (saved searches, followed plates) and what was written on its transits. */
export function CaseFileScreen(props: {
  /** Number of the case that is shown; null: the one of the stated reason. */
  chosen: string | null;
  onShow: (caseNumber: string) => void;
  /** Shows everything the person did under the case. */
  onRecord: (caseNumber: string) => void;
  notes: NotesInAddress;
}): ReactElement {
  const t = useT();
  const { chosen, onShow, onRecord } = props;
  const plants = usePlantList().filter(isReadable);
  const current = useReason((reason) => reason.case);
  const { status, files } = useCaseFiles();
  const [isRemoving, setRemoving] = useState(false);
  useEffect(() => void refreshCaseFiles(), []);
  const shown = chosen ?? current;
  const file = findCaseFile(files, shown);
  const isStored = files.some(({ case: number }) => number === shown);
  const numbers = [...new Set([current, ...files.map(({ case: number }) => number), shown])];
  return (
    <ScreenFrame
      label={t('pages:title.caseFile')}
      intro={t('caseFile:intro')}
      ground="plain"
      toolbar={
        <CaseToolbar
          shown={shown}
          numbers={numbers}
          isStored={isStored}
          onShow={onShow}
          onRecord={() => onRecord(shown)}
          onRemove={() => setRemoving(true)}
        />
      }
      notices={(status === 'failed' || status === 'foreign' || status === 'newer') && <StoreNotice status={status} />}
      waiting={status === 'waiting' && t('common:loading')}
      empty={
        status === 'noVault' && (
          <EmptyState icon="lock" tone="pv" title={t('caseFile:noVault')}>
            {t('caseFile:noVaultText')}
          </EmptyState>
        )
      }
    >
      <div className={styles.grid}>
        <SavedSearches key={`s ${shown}`} caseNumber={shown} searches={file.searches} />
        <FollowedPlates key={`p ${shown}`} caseNumber={shown} plates={file.plates} plants={plants} />
        <AnnotatedTransits key={`n ${shown}`} caseNumber={shown} plants={plants} address={props.notes} />
      </div>
      {isRemoving && (
        <RemoveDialog
          title={t('caseFile:removeTitle', { number: shown === '' ? t('caseFile:noNumber') : shown })}
          text={t('caseFile:removeText')}
          label={t('caseFile:remove')}
          change={removeCaseFile(shown)}
          onClose={() => setRemoving(false)}
        />
      )}
    </ScreenFrame>
  );
}

/** Which case is shown, and its removal. */
function CaseToolbar(props: {
  shown: string;
  numbers: readonly string[];
  isStored: boolean;
  onShow: (number: string) => void;
  onRecord: () => void;
  onRemove: () => void;
}): ReactElement {
  const t = useT();
  return (
    <Toolbar>
      <Select
        label={t('caseFile:case')}
        data={props.numbers.map((number) => ({
          value: number,
          label: number === '' ? t('caseFile:noNumber') : number,
        }))}
        allowDeselect={false}
        value={props.shown}
        onChange={(number) => number !== null && props.onShow(number)}
      />
      {props.shown !== '' && (
        <Button variant="default" leftSection={<Icon name="eye" />} onClick={props.onRecord}>
          {t('caseRecord:open')}
        </Button>
      )}
      {props.isStored && (
        <Button variant="default" leftSection={<Icon name="trash" />} onClick={props.onRemove}>
          {t('caseFile:remove')}
        </Button>
      )}
    </Toolbar>
  );
}

/** Why nothing stored is shown. */
function StoreNotice(props: { status: 'failed' | 'foreign' | 'newer' }): ReactElement {
  const t = useT();
  if (props.status !== 'failed') return <Notice tone="wa">{t(`caseFile:${props.status}`)}</Notice>;
  return (
    <Notice tone="al" isUrgent actions={<Button onClick={() => void refreshCaseFiles()}>{t('common:retry')}</Button>}>
      {t('caseFile:failed')}
    </Notice>
  );
}
