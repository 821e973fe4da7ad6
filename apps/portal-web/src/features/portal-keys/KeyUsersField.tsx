import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { keyUsersQuery } from './portal-keys.api.ts';

const TYPING_DELAY_MS = 300;
const MAX_USERS = 20;

export interface KeyUser {
  readonly id: number;
  readonly username: string;
}

/** Choice of the users who answer for a key, found by typing. */
export function KeyUsersField(props: {
  users: readonly KeyUser[];
  onUsers: (users: readonly KeyUser[]) => void;
}): ReactElement {
  const t = useT();
  const { users, onUsers } = props;
  const [typed, setTyped] = useState('');
  // Closed by a choice: the open list would lie over the buttons of the dialog.
  const [isOpen, setOpen] = useState(false);
  const [text] = useDebouncedValue(typed, TYPING_DELAY_MS);
  const found = useQuery(keyUsersQuery(text)).data ?? [];
  const known = new Map([...found, ...users].map((user) => [String(user.id), user]));
  return (
    <MultiSelect
      label={t('portalKeys:form.users')}
      description={t('portalKeys:form.usersHint')}
      searchable
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      maxValues={MAX_USERS}
      searchValue={typed}
      onSearchChange={(value) => {
        setTyped(value);
        if (value !== '') setOpen(true);
      }}
      nothingFoundMessage={t('portalKeys:form.noUser')}
      data={[...known].map(([value, { username }]) => ({ value, label: username }))}
      // What was found is what matches; the server also searches in what is not shown here.
      filter={({ options }) => options}
      value={users.map(({ id }) => String(id))}
      onChange={(values) => {
        setOpen(false);
        setTyped('');
        onUsers(values.flatMap((value) => known.get(value) ?? []));
      }}
    />
  );
}
