import {
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useState,
} from 'react';

/** Code of a component that is here, or on its way. */
interface LateCode<Props> {
  here: ComponentType<Props> | null;
  readonly Waited: ComponentType<Props>;
}

/**
 * A part of a screen the screen can be used without at first (ADR 0036). It is loaded when it is drawn first, with `waiting` in its place, or
 * ahead of time by `bring`: then it is drawn at once.
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
  const Part = (props: Props): ReactElement => <LatePart code={code} waiting={waiting} given={props} />;
  return { Part, bring };
}

function LatePart<Props extends object>(props: {
  code: LateCode<Props>;
  waiting: ReactNode;
  given: Props;
}): ReactElement {
  const { code, waiting, given } = props;
  // Decided once: what stands on the screen is not drawn anew because its code has come by another way.
  const [Drawn] = useState(() => code.here ?? code.Waited);
  // What is not here yet is asked for once the screen around it stands, not before.
  const isTime = useDeferredValue(true, code.here !== null);
  if (!isTime) return <>{waiting}</>;
  return (
    <Suspense fallback={waiting}>
      <Drawn {...given} />
    </Suspense>
  );
}
