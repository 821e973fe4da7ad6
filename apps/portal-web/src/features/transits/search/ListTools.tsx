import { Button } from '@mantine/core';
import type { ComponentProps, ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { ExportButton } from '../results/ExportButton.tsx';
import { ViewToggle } from '../results/ViewToggle.tsx';

/**
 * What stands at the end of the search and is not needed to begin one: the view, suspects, and the export of what it finds. A phone
 * has its own view, and suspects in its menu: only the export is left.
 */
export function ListTools(props: ComponentProps<typeof ExportButton> & { isPhone?: boolean }): ReactElement {
  const t = useT();
  const { isPhone = false, ...given } = props;
  if (isPhone) return <ExportButton {...given} isTouch />;
  return (
    <>
      <ViewToggle />
      {/* SRCH-09. */}
      <Button variant="default" onClick={() => openWorkspaceTab({ kind: 'suspects' })}>
        {t('pages:title.suspects')}
      </Button>
      <ExportButton {...given} />
    </>
  );
}
