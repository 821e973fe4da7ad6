import type { ReactElement, ReactNode } from 'react';

/** Gives a screen the height of the window, as the app does: the body of a screen frame takes what is left. */
export const AppFrame = (props: { children: ReactNode }): ReactElement => (
  <div style={{ display: 'flex', flexDirection: 'column', height: '100vh' }}>{props.children}</div>
);
