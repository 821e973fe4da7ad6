import { useQuery } from '@tanstack/react-query';
import type { BaseMap } from '@varco/contract/portal/map-config.ts';
import { MAP_RESIZE_DEBOUNCE_MS, MAP_ZOOM } from '@varco/domain/maps/map-constants.ts';
import { MapCanvas, type MapCanvasProps } from '@varco/ui/map/MapCanvas.tsx';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { MapTools } from '@varco/ui/map/MapTools.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { mapConfigQuery } from '../../lib/map/map-config.api.ts';
import { switchBaseMap, useBaseMapChoice } from './base-map.store.ts';

const BUILT_IN_BASE_MAPS: readonly [BaseMap, BaseMap] = [
  { kind: 'own', url: '', credit: '' },
  { kind: 'own-plain', url: '', credit: '' },
];

type Props = Omit<MapCanvasProps, 'base' | 'credit' | 'failedText' | 'zoom' | 'resizeMs' | 'onReady'> & {
  /** Fits the view to all content. */
  readonly onFit: (map: MapHandle) => void;
  readonly onReady?: (map: MapHandle) => void;
  readonly tools?: ReactNode;
};

/**
 * A map with its buttons, on the base map configured in the portal. If the portal does not respond, the built-in base
 * map is used.
 */
export function BaseMapCanvas({ onFit, onReady, tools, children, ...canvas }: Props): ReactElement {
  const t = useT();
  const { isOther } = useBaseMapChoice();
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const config = useQuery(mapConfigQuery);
  const ground = (config.data?.grounds ?? BUILT_IN_BASE_MAPS)[isOther ? 1 : 0] ?? BUILT_IN_BASE_MAPS[0];
  const streets = ground.kind === 'own' ? (config.data?.streets ?? null) : null;
  const isOwn = ground.kind === 'own' || ground.kind === 'own-plain';
  return (
    <MapCanvas
      {...canvas}
      base={{ ...ground, streets: streets?.url ?? '' }}
      credit={
        streets !== null
          ? t('maps:credit.streets', { credit: streets.credit })
          : isOwn
            ? t('maps:credit.own')
            : ground.credit
      }
      failedText={t('maps:noWebGl')}
      zoom={MAP_ZOOM}
      resizeMs={MAP_RESIZE_DEBOUNCE_MS}
      onReady={(map) => {
        setHandle(map);
        onReady?.(map);
      }}
    >
      <MapTools
        map={handle}
        names={{
          nearer: t('maps:tools.nearer'),
          farther: t('maps:tools.farther'),
          fit: t('maps:tools.fit'),
          ground: t('maps:tools.ground'),
        }}
        isOtherGround={isOther}
        onGround={switchBaseMap}
        onFit={() => handle !== null && onFit(handle)}
      >
        {tools}
      </MapTools>
      {children}
    </MapCanvas>
  );
}
