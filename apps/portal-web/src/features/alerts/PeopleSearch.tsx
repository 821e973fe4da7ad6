import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertPerson } from '@varco/contract/plant/alert-people.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { SimpleTable } from '@varco/ui/SimpleTable.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './alerts.module.css';
import { PlantFailure } from './AlertHistoryTable.tsx';
import { peopleQuery, type PeopleQuery } from './people.api.ts';

interface Props {
  readonly peerId: number;
  readonly label: string;
  readonly isInterforce: boolean;
  readonly columns: readonly string[];
  /** Text shown when no person is found. */
  readonly emptyText: string;
  readonly renderRow: (person: AlertPerson) => ReactNode;
}

/** Paged search for people of a plant by name. */
export function PeopleSearch({ peerId, label, isInterforce, columns, emptyText, renderRow }: Props): ReactElement {
  const t = useT();
  const [text, setText] = useState('');
  const [search, setSearch] = useState<PeopleQuery>({ name: '', isInterforce, page: 1 });
  const { data, error } = useQuery(peopleQuery(peerId, search));
  const changePage = (by: number): void => setSearch({ ...search, page: search.page + by });
  return (
    <>
      <Toolbar isSearch label={label} onSubmit={() => setSearch({ name: text.trim(), isInterforce, page: 1 })}>
        <TextInput
          label={t('channels:people.name')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t('channels:people.search')}
        </Button>
      </Toolbar>
      {error !== null && <PlantFailure peerId={peerId} error={error} />}
      {data !== undefined && (
        <SimpleTable
          label={label}
          columns={columns.map((title) => ({ key: title, title }))}
          onNarrow="stack"
          empty={data.objects.length === 0 && <Remark isLive>{emptyText}</Remark>}
        >
          {data.objects.map(renderRow)}
        </SimpleTable>
      )}
      {(search.page > 1 || data?.has_next === true) && (
        <div className={styles.buttons}>
          <Button size="xs" variant="default" disabled={search.page === 1} onClick={() => changePage(-1)}>
            {t('channels:people.previous')}
          </Button>
          <Button size="xs" variant="default" disabled={data?.has_next !== true} onClick={() => changePage(1)}>
            {t('channels:people.next')}
          </Button>
        </div>
      )}
    </>
  );
}
