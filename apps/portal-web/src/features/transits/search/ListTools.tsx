import { Button } from '@mantine/core';
import type { ComponentProps, ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { ExportButton } from '../results/ExportButton.tsx';
import { SaveSearchButton } from './SaveSearchButton.tsx';
import { SecondScreenMenu } from '../../../widgets/second-screen/lazy-components.tsx';
import { ViewToggle } from '../results/ViewToggle.tsx';

/**
 * Tools at the end of the search bar that are not needed to start a search: result view, suspects and export. On a
 * phone only saving and export are shown: the view is fixed there and suspects are in the menu.
 */
export function ListTools(props: ComponentProps<typeof ExportButton> & { isPhone?: boolean }): ReactElement {
  const t = useT();
  const { isPhone = false, ...input } = props;
  if (isPhone)
    return (
      <>
        <SaveSearchButton filter={input.filter} isTouch />
        <ExportButton {...input} isTouch />
      </>
    );
  return (
    <>
      <ViewToggle />
      <SecondScreenMenu />
      <SaveSearchButton filter={input.filter} />
      {/* SRCH-09. */}
      <Button variant="default" onClick={() => openWorkspaceTab({ kind: 'suspects' })}>
        {t('pages:title.suspects')}
      </Button>
      <ExportButton {...input} />
    </>
  );
}
