import { Menu } from '@mantine/core';
import type { Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement, Ref } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { REFRESH_CHOICES, type RefreshSeconds } from './refresh-interval.ts';
import { RefreshButton } from './RefreshButton.tsx';
import styles from './QueryBar.module.css';

const formatFullInterval = (t: Translate, seconds: RefreshSeconds): string =>
  seconds === 0
    ? t('search:refresh.noneFull')
    : seconds === 60
      ? t('search:refresh.minuteFull')
      : t('search:refresh.secondsFull', { seconds });

/** SRCH-11: refresh now, and the interval of the automatic refresh. */
export function RefreshSelect(props: {
  seconds: RefreshSeconds;
  onSeconds: (seconds: RefreshSeconds) => void;
  onNow: () => void;
  buttonRef?: Ref<HTMLButtonElement>;
}): ReactElement {
  const t = useT();
  const { seconds, onSeconds, onNow, buttonRef } = props;
  return (
    <span className={styles.refresh}>
      <IconButton icon="refresh" name={t('transits:list.refresh')} keys={['R']} onClick={onNow} />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <RefreshButton ref={buttonRef} seconds={seconds} />
        </Menu.Target>
        <Menu.Dropdown aria-label={t('search:refresh.label')}>
          <Menu.RadioGroup
            value={String(seconds)}
            onChange={(value) => onSeconds(REFRESH_CHOICES.find((one) => String(one) === value) ?? 0)}
          >
            {REFRESH_CHOICES.map((choice) => (
              <Menu.RadioItem key={choice} value={String(choice)} closeMenuOnClick>
                {formatFullInterval(t, choice)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
