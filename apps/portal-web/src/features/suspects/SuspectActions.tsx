import type { Suspect } from '@varco/contract/plant/suspects.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type ActionContext, toSubject } from '../../lib/transit-actions/transit-action.ts';
import { useTransitActions } from '../../lib/transit-actions/use-transit-actions.ts';
import { openTransitDialog } from '../../lib/transit-dialog.store.ts';
import type { SuspectResult } from './suspect-controller.ts';

const ACTION_CONTEXT: ActionContext = {
  place: 'suspects',
  openDetail: ({ peerId, transitId }) => openTransitDialog({ peerId, transitId }),
};

/** SUS-06: action menu of a transit, with the context picture. */
export function RowActions(props: { suspect: Suspect; found: SuspectResult; onContext: () => void }): ReactElement {
  const t = useT();
  const { suspect } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const plate = suspect.transit.targa;
  return (
    <>
      <IconButton
        icon="dots"
        size="sm"
        name={t('suspects:actions', { plate })}
        isExpanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      />
      {anchor !== null && <SuspectMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}

function SuspectMenu(props: {
  suspect: Suspect;
  found: SuspectResult;
  anchor: HTMLElement;
  onContext: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { suspect, found, anchor, onContext, onClose } = props;
  const { transit, score } = suspect;
  const items = useTransitActions(toSubject(found.peerId, transit), {
    ...ACTION_CONTEXT,
    score: { modello: 'sospetti', formula: found.page.versione, punteggio: score },
  });
  const context = {
    id: 'context',
    label: t('suspects:context'),
    icon: 'image' as const,
    startsGroup: true,
    disabledReason: transit.has_context_image ? null : t('suspects:noContext'),
    onSelect: onContext,
  };
  return (
    <RowMenu
      anchor={anchor}
      label={t('suspects:actions', { plate: transit.targa })}
      items={[...items, context]}
      onClose={onClose}
    />
  );
}
