import { Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

/** The tip itself, beside the control it speaks of. */
export function FloatingTip(props: { target: HTMLElement; label: ReactNode }): ReactElement {
  return <Tooltip opened label={props.label} target={props.target} />;
}
