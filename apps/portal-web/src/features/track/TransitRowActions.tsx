import { IconButton } from '@varco/ui/IconButton.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { toSubject } from '../../lib/transit-actions/transit-action.ts';
import { useTransitActions } from '../../lib/transit-actions/use-transit-actions.ts';
import type { Point } from './use-track.ts';

/** Action menu of one transit of the track, with the actions available everywhere. */
export function TransitRowActions(props: { point: Point }): ReactElement {
  const t = useT();
  const { peerId, transit } = props.point;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const subject = toSubject(peerId, transit);
  return (
    <>
      <IconButton
        icon="dots"
        size="sm"
        name={t('maps:track.actions', { plate: transit.targa })}
        isExpanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      />
      {anchor !== null && <ActionMenu anchor={anchor} subject={subject} onClose={() => setAnchor(null)} />}
    </>
  );
}

function ActionMenu(props: {
  anchor: HTMLElement;
  subject: ReturnType<typeof toSubject>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const items = useTransitActions(props.subject, { place: 'list' });
  return (
    <RowMenu
      anchor={props.anchor}
      label={t('maps:track.actions', { plate: props.subject.plate })}
      items={items.filter(({ id }) => id !== 'map')}
      onClose={props.onClose}
    />
  );
}
