import { Button, NativeSelect } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { COLUMN_COUNTS, type MonitorChoice, ROTATION_SECONDS } from './monitor-choice.ts';
import styles from './Monitor.module.css';

interface Props {
  readonly choice: MonitorChoice;
  readonly onChoice: (choice: Partial<MonitorChoice>) => void;
  readonly isChoosing: boolean;
  readonly onChoose: () => void;
  readonly count: number;
  readonly page: { readonly from: number; readonly to: number; readonly pages: number };
  readonly onPageStep: (step: number) => void;
  readonly isPaused: boolean;
  readonly isHeld: boolean;
  readonly onPause: () => void;
  readonly isFullscreen: boolean;
  readonly onToggleFullscreen: () => void;
}

/** Controls of the grid: number of columns, rotation interval, and page. */
export function MonitorBar(props: Props): ReactElement {
  const t = useT();
  const { choice, onChoice, isChoosing, onChoose } = props;
  return (
    <header className={styles.bar}>
      <Button
        size="compact-sm"
        variant={isChoosing ? 'light' : 'default'}
        aria-expanded={isChoosing}
        leftSection={<Icon name="camera" />}
        onClick={onChoose}
      >
        {t('monitor:choose')}
      </Button>
      <Segmented
        label={t('monitor:columns')}
        size="sm"
        value={choice.columns}
        onChange={(columns) => onChoice({ columns })}
        options={COLUMN_COUNTS.map((id) => ({ id, label: `${id} × ${id}`, name: t('monitor:grids', { count: id }) }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('monitor:rotation')}
        value={String(choice.rotation)}
        data={ROTATION_SECONDS.map((seconds) => ({ value: String(seconds), label: t(`monitor:seconds.s${seconds}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChoice({ rotation: ROTATION_SECONDS.find((one) => String(one) === value) ?? 0 })
        }
      />
      <PageButtons {...props} />
      <span className={styles.spring} />
      <IconButton
        icon="fullscreen"
        name={t(props.isFullscreen ? 'monitor:leaveWall' : 'monitor:wall')}
        keys={['F']}
        isOn={props.isFullscreen}
        onClick={props.onToggleFullscreen}
      />
    </header>
  );
}

function PageButtons({
  choice,
  count,
  page,
  onPageStep: onRun,
  isPaused,
  isHeld: isStored,
  onPause,
}: Props): ReactElement {
  const t = useT();
  return (
    <>
      {choice.rotation > 0 && (
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          name={t(isPaused ? 'monitor:resume' : 'monitor:pause')}
          keys={['P']}
          isOn={isPaused}
          onClick={onPause}
        />
      )}
      <IconButton
        icon="chevronLeft"
        name={t('monitor:previous')}
        keys={['K']}
        isDisabled={page.pages < 2}
        onClick={() => onRun(-1)}
      />
      <IconButton
        icon="chevronRight"
        name={t('monitor:next')}
        keys={['J']}
        isDisabled={page.pages < 2}
        onClick={() => onRun(1)}
      />
      {count > 0 && <span className={styles.sum}>{t('monitor:page', { from: page.from, to: page.to, count })}</span>}
      {choice.rotation > 0 && page.pages > 1 && isStored && <span className={styles.sum}>· {t('monitor:paused')}</span>}
    </>
  );
}
