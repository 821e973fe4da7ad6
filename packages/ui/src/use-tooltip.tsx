import { type FocusEvent, type PointerEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyOptional } from './lazy-optional.ts';

/** Delay before a tooltip opens, so that a passing pointer opens none. */
const OPEN_DELAY_MS = 300;

/**
 * Tooltip positioning is a fifteenth of the code needed before the first search, so it loads with the first tooltip.
 * Controls work without it.
 */
const LazyTooltip = lazyOptional(async () => (await import('./FloatingTooltip.tsx')).FloatingTooltip);

/** Event handlers of `useTip`, to be spread on the control. */
interface TooltipHandlers {
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

/**
 * Tooltip of a control, shown on hover or keyboard focus.
 * @returns handlers for the control, and the tooltip to render after it
 */
export function useTooltip(label: ReactNode): readonly [TooltipHandlers, ReactNode] {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = (): void => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  const handlers: TooltipHandlers = {
    onPointerEnter: ({ currentTarget }) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setTarget(currentTarget), OPEN_DELAY_MS);
    },
    onPointerLeave: hide,
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) setTarget(currentTarget);
    },
    onBlur: hide,
  };
  const tip = target !== null && (
    <Suspense fallback={null}>
      <LazyTooltip target={target} label={label} />
    </Suspense>
  );
  return [handlers, tip];
}
