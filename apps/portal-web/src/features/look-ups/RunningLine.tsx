import { Button } from '@mantine/core';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type LookUpController, useLookUps } from './look-up-controller.ts';
import styles from './LookUps.module.css';
import { usePlantName } from './use-plant-name.ts';

/** VIS-06: spinner of a running look-up, and its cancel button. */
export function RunningLine(props: { controller: LookUpController }): ReactElement | null {
  const t = useT();
  const running = useLookUps(props.controller, (state) => state.running);
  const plant = usePlantName(running?.peerId ?? Number.NaN);
  if (running === null) return null;
  return (
    <div className={styles.running}>
      <WaitingLine
        action={
          <Button variant="default" onClick={props.controller.cancel}>
            {t('lookUps:cancelRun')}
          </Button>
        }
      >
        {t('lookUps:running', { plant, what: running.request.campo_ricerca })}
      </WaitingLine>
    </div>
  );
}
