import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertPerson } from '@varco/contract/plant/alert-people.ts';
import { TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import styles from './alerts.module.css';
import { setBlacklistNotices } from './people.api.ts';
import { PeopleSearch } from './PeopleSearch.tsx';

/** Selects who gets blacklist alerts outside of the browser (`notifica_blacklist`); off by default. */
export function BlacklistNotificationTable({ peerId }: { peerId: number }): ReactElement {
  const t = useT();
  const title = t('channels:people.title');
  return (
    <>
      <h2 className={styles.subtitle}>{title}</h2>
      <p className={styles.quiet}>{t('channels:people.intro')}</p>
      <PeopleSearch
        peerId={peerId}
        label={title}
        isInterforce={false}
        columns={[t('channels:people.name'), t('channels:people.group'), t('channels:people.blacklist')]}
        emptyText={t('channels:people.nobody')}
        renderRow={(person) => <PersonRow key={person.id} peerId={peerId} person={person} />}
      />
    </>
  );
}

function PersonRow({ peerId, person }: { peerId: number; person: AlertPerson }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (isSent: boolean) => setBlacklistNotices(peerId, person.id, isSent),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: ['alert-people', peerId] }),
  });
  return (
    <TableRow>
      <td>{formatPersonName(person)}</td>
      <td>{person.group}</td>
      <td>
        <Switch
          size="xs"
          aria-label={t('channels:people.tells', { name: person.username })}
          checked={person.notifica_blacklist}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      </td>
    </TableRow>
  );
}

/** Full name of a person, with the username where it differs. */
export const formatPersonName = ({ username, fullname }: AlertPerson): string =>
  fullname === '' || fullname === username ? username : `${fullname} (${username})`;
