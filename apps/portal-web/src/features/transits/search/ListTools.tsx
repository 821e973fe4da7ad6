import { Button } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { findActiveGroups } from '../filters/filter-groups.ts';
import { HistogramToggle } from '../histogram/HistogramToggle.tsx';
import { ExportButton, type FilterConversion } from '../results/ExportButton.tsx';
import type { ListSearch } from './use-list-search.ts';
import { SaveSearchButton } from './SaveSearchButton.tsx';
import { SecondScreenMenu } from '../../../widgets/second-screen/lazy-components.tsx';
import { ViewToggle } from '../results/ViewToggle.tsx';

/**
 * Tools at the end of the search bar that are not needed to start a search: result view, transits over time, second
 * screen, suspects and export. On a phone only transits over time, saving and export are shown: the view is fixed there and suspects are in the menu.
 */
export function ListTools(props: { search: ListSearch; wire: FilterConversion; isPhone?: boolean }): ReactElement {
  const t = useT();
  const { search, wire, isPhone = false } = props;
  const { filter, plants } = search;
  const input = { filter, active: findActiveGroups(filter).length, plants, wire };
  if (isPhone)
    return (
      <>
        <HistogramToggle isTouch />
        <SaveSearchButton filter={filter} isTouch />
        <ExportButton {...input} isTouch />
      </>
    );
  return (
    <>
      <ViewToggle />
      <HistogramToggle />
      <SecondScreenMenu />
      <SaveSearchButton filter={filter} />
      {/* SRCH-09. */}
      <Button variant="default" onClick={() => openWorkspaceTab({ kind: 'suspects' })}>
        {t('pages:title.suspects')}
      </Button>
      <ExportButton {...input} />
    </>
  );
}
