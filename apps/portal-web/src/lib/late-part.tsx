import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

/**
 * A part of a screen the screen can be used without at first (ADR 0036). It is loaded when it is drawn first, with `waiting` in its place, or
 * ahead of time by `bring`: then it is drawn at once.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): { readonly Part: ComponentType<Props>; readonly bring: () => Promise<unknown> } {
  let loaded: ComponentType<Props> | null = null;
  const bring = async (): Promise<ComponentType<Props>> => {
    loaded = await load();
    return loaded;
  };
  const Waited = lazy(async () => ({ default: await bring() }));
  const Part = (props: Props): ReactElement => {
    // Decided once: what stands on the screen is not drawn anew because its code has come by another way.
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? Waited);
    return (
      <Suspense fallback={waiting}>
        <Drawn {...props} />
      </Suspense>
    );
  };
  return { Part, bring };
}
