import { type FocusEvent, type PointerEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyOrNothing } from './lazy-or-nothing.ts';

/** A pointer that only passes by calls up nothing. */
const OPEN_AFTER_MS = 300;

/** Placing a tip is a fifteenth of all the code a search waited for: it comes when the first one is wanted. Without it the control works as well. */
const LateTip = lazyOrNothing(async () => (await import('./FloatingTip.tsx')).FloatingTip);

/** What `useTip` listens to; to be spread on the control. */
interface TipHandlers {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

/**
 * Says something beside a control while a pointer rests on it or the keyboard has reached it.
 * @returns handlers for the control, and the tip to be drawn after it
 */
export function useTip(label: ReactNode): readonly [TipHandlers, ReactNode] {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = (): void => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  const handlers: TipHandlers = {
    onPointerEnter: ({ currentTarget }) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setTarget(currentTarget), OPEN_AFTER_MS);
    },
    onPointerLeave: hide,
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) setTarget(currentTarget);
    },
    onBlur: hide,
  };
  const tip = target !== null && (
    <Suspense fallback={null}>
      <LateTip target={target} label={label} />
    </Suspense>
  );
  return [handlers, tip];
}
