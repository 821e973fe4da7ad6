import type { ReactElement } from 'react';
import { useSession } from '../../lib/session/session-store.ts';
import { Avatar } from '../../widgets/shell/TopBar.tsx';

const computeInitials = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');

/** Avatar of the signed-in user. Draws nothing during sign-out, when there is no user. */
export function UserAvatar(): ReactElement | null {
  const user = useSession((session) => session.user);
  if (user === null) return null;
  const name = user.fullname === '' ? user.username : user.fullname;
  return <Avatar initials={computeInitials(name)} name={name} />;
}
