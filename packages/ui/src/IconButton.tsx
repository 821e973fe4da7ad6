import type { MouseEvent, ReactElement, Ref } from 'react';
import { CountBadge } from './CountBadge.tsx';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import styles from './IconButton.module.css';
import { Kbd } from './Kbd.tsx';
import { useTooltip } from './use-tooltip.tsx';

/** Button with only an icon: it always has a name, shown as a tooltip together with its shortcut. */
export function IconButton(props: {
  icon: IconName;
  name: string;
  keys?: readonly string[];
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  size?: 'sm' | 'md' | 'touch';
  iconSize?: 'sm' | 'md' | 'lg';
  isOn?: boolean;
  isExpanded?: boolean;
  isDisabled?: boolean;
  count?: number;
  tabIndex?: number;
  ref?: Ref<HTMLButtonElement>;
}): ReactElement {
  const { icon, name, keys, onClick, size = 'md', isOn, isExpanded, isDisabled = false, count = 0, ref } = props;
  const [tipHandlers, tip] = useTooltip(
    <span className={styles.tip}>
      {name}
      {keys !== undefined && <Kbd keys={keys} isPlain />}
    </span>,
  );
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={cx(styles.button, styles[size], isOn === true && styles.on)}
        aria-label={name}
        aria-pressed={isOn}
        aria-expanded={isExpanded}
        aria-keyshortcuts={keys?.join('+')}
        disabled={isDisabled}
        tabIndex={props.tabIndex}
        onClick={onClick}
        {...tipHandlers}
      >
        <Icon name={icon} size={props.iconSize ?? (size === 'touch' ? 'lg' : size === 'sm' ? 'sm' : 'md')} />
        {count > 0 && (
          <span className={styles.count}>
            <CountBadge count={count} tone="al" />
          </span>
        )}
      </button>
      {tip}
    </>
  );
}
