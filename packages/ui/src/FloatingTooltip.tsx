import { Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

/** The tooltip beside its control. */
export function FloatingTooltip(props: { target: HTMLElement; label: ReactNode }): ReactElement {
  return <Tooltip opened label={props.label} target={props.target} />;
}
