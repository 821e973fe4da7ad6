import { Link } from '@tanstack/react-router';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useEffect } from 'react';
import { findCaseFile } from '../../../lib/case-files/case-file.ts';
import { loadCaseFiles, useCaseFiles } from '../../../lib/case-files/case-files.store.ts';
import { useReason } from '../../../lib/case/reason.ts';
import { useT } from '../../../lib/i18n.tsx';
import { parseStoredFilter } from '../filters/stored-filter.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import styles from './SearchIntro.module.css';

const MAX_SHOWN = 5;

/** Searches saved in the current case, one press each; nothing while there are none. */
export function OwnSearches(props: { onFilter: (filter: SearchFilter) => void }): ReactElement | null {
  const t = useT();
  const caseNumber = useReason((reason) => reason.case);
  const files = useCaseFiles((state) => state.files);
  const { searches } = findCaseFile(files, caseNumber);
  useEffect(() => void loadCaseFiles(), []);
  if (searches.length === 0) return null;
  return (
    <div className={styles.saved}>
      <h3>{t('caseFile:searches.title')}</h3>
      <ul>
        {searches.slice(0, MAX_SHOWN).map((search) => (
          <li key={search.id}>
            <TextButton icon="star" onClick={() => props.onFilter(parseStoredFilter(search.filter))}>
              {search.name}
            </TextButton>
          </li>
        ))}
      </ul>
      <Link to="/case">{t('caseFile:openAll')}</Link>
    </div>
  );
}
