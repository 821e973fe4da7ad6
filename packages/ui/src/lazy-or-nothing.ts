import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** A part nobody misses when its code does not come: then nothing stands in its place. To be drawn inside of a `Suspense`. */
export const lazyOrNothing = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
