import type { ComponentProps, ReactElement } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './TextButton.module.css';

/** Button that looks like a link: a name or number in a table that opens something. */
export function TextButton(
  props: Omit<ComponentProps<'button'>, 'className' | 'style' | 'type'> & { icon?: IconName },
): ReactElement {
  const { icon, children, ...rest } = props;
  return (
    <button {...rest} type="button" className={styles.button}>
      {icon !== undefined && (
        <span className={styles.icon}>
          <Icon name={icon} size="xs" />
        </span>
      )}
      {icon === undefined ? children : <span>{children}</span>}
    </button>
  );
}
