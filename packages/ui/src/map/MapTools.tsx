import type { ReactElement, ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import styles from './MapTools.module.css';
import type { MapHandle } from './map-handle.ts';

/** Map buttons: zoom in, zoom out, show all, switch base map, and extra ones of the screen. */
export function MapTools(props: {
  map: MapHandle | null;
  names: { readonly nearer: string; readonly farther: string; readonly fit: string; readonly ground: string };
  isOtherGround: boolean;
  onGround: () => void;
  onFit: () => void;
  children?: ReactNode;
}): ReactElement {
  const { map, names } = props;
  return (
    <div className={styles.tools}>
      <IconButton icon="plus" name={names.nearer} keys={['+']} onClick={() => map?.zoomBy(1)} />
      <IconButton icon="minus" name={names.farther} keys={['-']} onClick={() => map?.zoomBy(-1)} />
      <IconButton icon="fullscreen" name={names.fit} keys={['F']} onClick={props.onFit} />
      <IconButton icon="map" name={names.ground} isOn={props.isOtherGround} onClick={props.onGround} />
      {props.children}
    </div>
  );
}
