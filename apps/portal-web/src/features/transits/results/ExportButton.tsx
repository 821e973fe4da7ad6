import { Button, Tooltip } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { now } from '../../../lib/clock.ts';
import { openExportDialog } from '../../../lib/exports/export-request.store.ts';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import type { findConcernedPlants, toWireFilter } from '../filters/filter-wire.ts';
import type { SearchFilter } from '../search/search-filter.ts';

/**
 * Filter conversion functions, passed as props. This button is loaded lazily; importing them here would move them out
 * of the search's chunk.
 */
export interface FilterConversion {
  readonly concernedPlants: typeof findConcernedPlants;
  readonly toWireFilter: typeof toWireFilter;
}

/** SRCH-10: exports what the filters match. Disabled without an active filter. */
export function ExportButton(props: {
  filter: SearchFilter;
  /** Number of active filters. */
  active: number;
  plants: readonly PlantSession[];
  wire: FilterConversion;
  /** Uses the larger size for touch screens. */
  isTouch?: boolean;
}): ReactElement {
  const t = useT();
  const { filter, active, plants, wire } = props;
  const ask = (): void => {
    if (active === 0) return;
    const at = now();
    const concerned = wire.concernedPlants(filter);
    openExportDialog(
      plants
        .filter(({ peerId, credential }) => credential.enabled && (concerned === null || concerned.includes(peerId)))
        .map(({ peerId }) => ({ peerId, filter: wire.toWireFilter(filter, at, peerId) })),
    );
  };
  useShortcuts({ e: ask });
  return (
    <Tooltip label={t('filters:active', { count: 0 })} disabled={active > 0}>
      <Button
        variant="default"
        {...(props.isTouch === true ? { fullWidth: true, size: 'md' } : {})}
        leftSection={<Icon name="download" />}
        disabled={active === 0}
        onClick={ask}
      >
        {t('transits:list.export')}
      </Button>
    </Tooltip>
  );
}
