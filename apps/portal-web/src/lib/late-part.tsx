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
interface LateCode<Props> {
  here: ComponentType<Props> | null;
  readonly Waited: ComponentType<Props>;
}

/**
 * A component that a screen can do without at first (ADR 0036). Its code is loaded when it is first drawn, with
 * `waiting` shown meanwhile, or ahead of time by the returned preload function, after which it is drawn at once.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): { readonly Part: ComponentType<Props>; readonly bring: () => Promise<unknown> } {
  const bring = async (): Promise<ComponentType<Props>> => {
    code.here = await load();
    return code.here;
  };
  const code: LateCode<Props> = { here: null, Waited: lazy(async () => ({ default: await bring() })) };
  const Part = (props: Props): ReactElement => <LatePart code={code} waiting={waiting} componentProps={props} />;
  return { Part, bring };
}

function LatePart<Props extends object>(props: {
  code: LateCode<Props>;
  waiting: ReactNode;
  componentProps: Props;
}): ReactElement {
  const { code, waiting, componentProps } = props;
  // Fixed for the lifetime of the component: it is not remounted because its code was meanwhile preloaded.
  const [Drawn] = useState(() => code.here ?? code.Waited);
  // Missing code is requested only after the surrounding screen is drawn.
  const isScreenDrawn = useDeferredValue(true, code.here !== null);
  if (!isScreenDrawn) return <>{waiting}</>;
  return (
    <Suspense fallback={waiting}>
      <Drawn {...componentProps} />
    </Suspense>
  );
}
