import { useNavigate } from '@tanstack/react-router';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { removeSearch, type SavedSearch } from '../../lib/case-files/case-file.ts';
import { useT } from '../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { Moment } from '../../widgets/moment/Moment.tsx';
import styles from './CaseFile.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';

/** Searches saved in a case; each opens in a list of its own and runs with the reason of now. */
export function SavedSearches(props: { caseNumber: string; searches: readonly SavedSearch[] }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { caseNumber, searches } = props;
  const [removed, setRemoved] = useState<SavedSearch | null>(null);
  const open = ({ filter }: SavedSearch): void => {
    openWorkspaceTab({ kind: 'transit-list', filter, runs: true });
    void navigate({ to: '/lpr' });
  };
  return (
    <Panel title={t('caseFile:searches.title')} icon="star" padding="none">
      <SimpleTable
        label={t('caseFile:searches.title')}
        empty={searches.length === 0 && <p className={styles.none}>{t('caseFile:searches.none')}</p>}
        columns={[
          { key: 'name', title: t('caseFile:searches.name') },
          { key: 'saved', title: t('caseFile:searches.saved') },
          { key: 'actions', title: t('caseFile:actions'), isTitleHidden: true },
        ]}
      >
        {searches.map((search) => (
          <TableRow key={search.id}>
            <th scope="row">
              <TextButton icon="search" onClick={() => open(search)}>
                {search.name}
              </TextButton>
              {search.summary !== '' && search.summary !== search.name && (
                <span className={styles.second}>{search.summary}</span>
              )}
            </th>
            <td>
              <Moment at={search.saved} />
            </td>
            <td className={styles.actions}>
              <IconButton
                icon="trash"
                size="sm"
                name={t('caseFile:searches.remove', { name: search.name })}
                onClick={() => setRemoved(search)}
              />
            </td>
          </TableRow>
        ))}
      </SimpleTable>
      {removed !== null && (
        <RemoveDialog
          title={t('caseFile:searches.removeTitle', { name: removed.name })}
          text={t('caseFile:searches.removeText')}
          label={t('caseFile:removeOne')}
          change={removeSearch(caseNumber, removed.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </Panel>
  );
}
