import {
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { showPopup } from './notices/popup.store.ts';
import { PartMissing } from './PartMissing.tsx';
import { isPortalReached, reloadFailedStyles, reloadFresh } from './page-load-errors.ts';

/**
 * What is shown when the code cannot be loaded: a line with "Riprova", the same as an icon where a bar has no room for
 * a line, or nothing, for what nobody asked for. What a person opened over the page is closed, and the dialog about
 * missing code says why nothing happened (TERR-01).
 */
type Failure<Props> = 'line' | 'icon' | 'nothing' | { readonly close: (props: Props) => void };

/** Load state of a component's code: already loaded, or how to load it. */
interface ComponentCode<Props> {
  loaded: ComponentType<Props> | null;
  readonly load: () => Promise<ComponentType<Props>>;
  readonly failure: Failure<Props>;
}

/** What one drawn component draws; a retry raises the number. */
interface Attempt<Props> {
  readonly number: number;
  readonly Drawn: ComponentType<Props>;
}

/** `remembered`: the browser does not fetch the code again without a reload of the page. */
type LoadState = 'fine' | 'failed' | 'remembered';

/**
 * A component that a screen can do without at first (ADR 0014). Its code is loaded when it is first drawn, with
 * `waiting` shown meanwhile, or ahead of time by the returned preload function, after which it is drawn at once. When
 * the code cannot be loaded, the rest of the screen stays and this component can be tried again; errors while drawing
 * it go to the boundary around it. Preloading never rejects.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  failure: Failure<Props> = 'line',
): { readonly Component: ComponentType<Props>; readonly preload: () => Promise<unknown> } {
  const code: ComponentCode<Props> = {
    loaded: null,
    load: async () => {
      code.loaded = await load();
      return code.loaded;
    },
    failure,
  };
  const Component = (props: Props): ReactElement => (
    <LazyComponent code={code} waiting={waiting} componentProps={props} />
  );
  return { Component, preload: () => code.load().catch(() => undefined) };
}

function LazyComponent<Props extends object>(props: {
  code: ComponentCode<Props>;
  waiting: ReactNode;
  componentProps: Props;
}): ReactElement {
  const { code, waiting, componentProps } = props;
  const [state, setState] = useState<LoadState>('fine');
  // Fixed for the lifetime of the component: it is not remounted because its code was meanwhile preloaded.
  const [{ number, Drawn }, setAttempt] = useState<Attempt<Props>>(() => ({
    number: 0,
    Drawn: code.loaded ?? createAttempt(code, () => setState('failed')),
  }));
  const retry = async (): Promise<void> => {
    if (state === 'remembered') return reloadFresh();
    await reloadFailedStyles();
    try {
      const loaded = await code.load();
      setAttempt({ number: number + 1, Drawn: loaded });
      setState('fine');
    } catch {
      // Chromium never fetches again what failed once: when the portal answers, only a reload helps.
      if (await isPortalReached()) setState('remembered');
    }
  };
  const giveUp = useEffectEvent(() => {
    if (typeof code.failure !== 'object') return;
    code.failure.close(componentProps);
    showPopup({ isPageMissing: true });
  });
  useEffect(() => {
    if (state === 'failed') giveUp();
  }, [state]);
  // Missing code is requested only after the surrounding screen is drawn.
  const isScreenDrawn = useDeferredValue(true, code.loaded !== null);
  if (state !== 'fine') {
    const { failure } = code;
    const missing = { isRemembered: state === 'remembered', onRetry: () => void retry() };
    if (failure === 'nothing' || typeof failure === 'object') return <>{waiting}</>;
    return <PartMissing form={failure} {...missing} />;
  }
  if (!isScreenDrawn) return <>{waiting}</>;
  return (
    <Suspense fallback={waiting}>
      <Drawn key={number} {...componentProps} />
    </Suspense>
  );
}

/** One attempt to load the code; a failed one is reported instead of thrown, which would take the whole screen. */
function createAttempt<Props extends object>(code: ComponentCode<Props>, onFailed: () => void): ComponentType<Props> {
  return lazy(async () => {
    try {
      return { default: await code.load() };
    } catch {
      onFailed();
      return { default: Nothing };
    }
  });
}

const Nothing = (): null => null;
