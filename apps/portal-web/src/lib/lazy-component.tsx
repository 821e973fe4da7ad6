import {
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useState,
} from 'react';

/** Load state of a component's code: already loaded, or as a React lazy component. */
interface ComponentCode<Props> {
  loaded: ComponentType<Props> | null;
  readonly Lazy: ComponentType<Props>;
}

/**
 * A component that a screen can do without at first (ADR 0016). Its code is loaded when it is first drawn, with
 * `waiting` shown meanwhile, or ahead of time by the returned preload function, after which it is drawn at once.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): { readonly Component: ComponentType<Props>; readonly preload: () => Promise<unknown> } {
  const preload = async (): Promise<ComponentType<Props>> => {
    code.loaded = await load();
    return code.loaded;
  };
  const code: ComponentCode<Props> = { loaded: null, Lazy: lazy(async () => ({ default: await preload() })) };
  const Component = (props: Props): ReactElement => (
    <LazyComponent code={code} waiting={waiting} componentProps={props} />
  );
  return { Component, preload };
}

function LazyComponent<Props extends object>(props: {
  code: ComponentCode<Props>;
  waiting: ReactNode;
  componentProps: Props;
}): ReactElement {
  const { code, waiting, componentProps } = props;
  // Fixed for the lifetime of the component: it is not remounted because its code was meanwhile preloaded.
  const [Drawn] = useState(() => code.loaded ?? code.Lazy);
  // Missing code is requested only after the surrounding screen is drawn.
  const isScreenDrawn = useDeferredValue(true, code.loaded !== null);
  if (!isScreenDrawn) return <>{waiting}</>;
  return (
    <Suspense fallback={waiting}>
      <Drawn {...componentProps} />
    </Suspense>
  );
}
