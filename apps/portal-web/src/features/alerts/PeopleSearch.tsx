import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AlertPerson } from '@varco/contract/plant/alert-people.ts';
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
      <form
        className={styles.bar}
        onSubmit={(event) => {
          event.preventDefault();
          setSearch({ name: text.trim(), isInterforce, page: 1 });
        }}
      >
        <TextInput
          size="xs"
          label={t('channels:people.name')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {t('channels:people.search')}
        </Button>
      </form>
      {error !== null && <PlantFailure peerId={peerId} error={error} />}
      {data?.objects.length === 0 && <p className={styles.quiet}>{emptyText}</p>}
      {data !== undefined && data.objects.length > 0 && (
        <PeopleTable label={label} columns={columns}>
          {data.objects.map(renderRow)}
        </PeopleTable>
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

function PeopleTable(props: { label: string; columns: readonly string[]; children: ReactNode }): ReactElement {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={props.label}>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}
