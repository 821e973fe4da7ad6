import {
  PLANT_PASSWORD_RULES,
  findPlantPasswordFaults,
  ratePlantPassword,
} from '@varco/domain/plants/plant-password.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './CredentialsScreen.module.css';

const STEPS = [1, 2, 3, 4] as const;

/** The password rules of P 5, each met or missing, and the strength of the password. */
export function PasswordRules(props: { password: string; username: string }): ReactElement {
  const t = useT();
  const faults = findPlantPasswordFaults(props.password, props.username);
  const strength = ratePlantPassword(props.password, props.username);
  const word = t(`plants:strength.s${strength}`);
  return (
    <div>
      <div className={styles.meter} aria-hidden="true">
        {STEPS.map((step) => (
          <span key={step} className={cx(step <= strength && styles[`s${strength}`])} />
        ))}
      </div>
      <div className={styles.reason} role="status">
        {t('plants:password.strength', { word })}
      </div>
      <ul className={styles.rules} aria-label={t('plants:password.rules')}>
        {PLANT_PASSWORD_RULES.map((rule) => {
          const isStored = props.password !== '' && !faults.includes(rule);
          return (
            <li key={rule} className={cx(isStored && styles.kept)}>
              <span role="img" aria-label={t(isStored ? 'plants:password.kept' : 'plants:password.missing')}>
                <Icon name={isStored ? 'check' : 'dash'} size="xs" />
              </span>
              {t(`plants:rule.${rule}`)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
