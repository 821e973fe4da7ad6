import { Button, type ButtonProps } from '@mantine/core';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ComponentPropsWithRef, ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { RefreshSeconds } from './refresh-interval.ts';
import styles from './QueryBar.module.css';

const formatShortInterval = (t: Translate, seconds: RefreshSeconds): string =>
  seconds === 0
    ? t('search:refresh.none')
    : seconds === 60
      ? t('search:refresh.minute')
      : t('search:refresh.seconds', { seconds });

/** How often the list refreshes automatically. The menu that changes it is in `RefreshSelect`. */
export function RefreshButton(
  props: { seconds: RefreshSeconds } & Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'> &
    Pick<ButtonProps, 'disabled'>,
): ReactElement {
  const { seconds, ...rest } = props;
  const t = useT();
  return (
    <Button
      variant={seconds > 0 ? 'light' : 'default'}
      rightSection={<Icon name="chevronDown" size="sm" />}
      aria-label={`${t('search:refresh.label')}: ${formatShortInterval(t, seconds)}`}
      aria-keyshortcuts="Shift+R"
      {...rest}
    >
      {formatShortInterval(t, seconds)}
    </Button>
  );
}

/** Disabled button shown until the code of the menu is loaded. */
export function RefreshPlaceholder(): ReactElement {
  const t = useT();
  return (
    <span className={styles.refresh}>
      <IconButton icon="refresh" name={t('transits:list.refresh')} isDisabled onClick={() => undefined} />
      <RefreshButton seconds={0} disabled />
    </span>
  );
}
