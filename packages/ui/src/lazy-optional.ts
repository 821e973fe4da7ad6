import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** Lazily loaded optional component: renders nothing if its code cannot be loaded. Must be inside a `Suspense`. */
export const lazyOptional = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
