import { Checkbox, Switch, TagsInput } from '@mantine/core';
import { formatDirectMails } from '@varco/domain/blacklist/direct-mails.ts';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { cx } from '@varco/ui/cx.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type EntryForm, withMailAddresses, withDirectMails } from './entry-form.ts';
import styles from './Lists.module.css';

interface AlarmsProps {
  readonly form: EntryForm;
  readonly onChange: (form: EntryForm) => void;
  readonly isReadOnly: boolean;
  /** Master of a reserved entry: its general alarms and direct e-mails are dimmed and inactive (T 4.7). */
  readonly isMaster: boolean;
  /** A user's share of a reserved entry: it has no audience of its own. */
  readonly isShare: boolean;
  readonly children?: ReactNode;
}

/** Right column of the form: who is alerted, and how (T 2.14, T 4.7). */
export function EntryAlarms(props: AlarmsProps): ReactElement {
  const t = useT();
  const { form, onChange, isReadOnly, isMaster, isShare } = props;
  const rests = isReadOnly || isMaster;
  const set = (change: Partial<EntryForm>): void => onChange({ ...form, ...change });
  return (
    <section className={styles.column} aria-label={t('lists:form.alarms')}>
      <h3 className={styles.title}>{t('lists:form.alarms')}</h3>
      <Switch
        label={t('lists:form.enabled')}
        description={t('lists:form.enabledHint')}
        checked={form.isEnabled}
        disabled={isReadOnly}
        onChange={(event) => set({ isEnabled: event.currentTarget.checked })}
      />
      <ChannelFields {...props} />
      {!form.isReserved && !isShare && <AudienceFields form={form} onChange={onChange} isReadOnly={isReadOnly} />}
      {!isShare && (
        <>
          <Switch
            label={t('lists:form.approximate')}
            description={t('lists:form.approximateHint')}
            checked={form.isApproximate}
            disabled={isReadOnly}
            onChange={(event) => set({ isApproximate: event.currentTarget.checked })}
          />
          <Switch
            label={t('lists:form.alarming')}
            checked={form.isAlarming}
            disabled={rests}
            onChange={(event) => set({ isAlarming: event.currentTarget.checked })}
          />
        </>
      )}
      {props.children}
    </section>
  );
}

/** E-mail, smartphone, radio and direct e-mails; dimmed and inactive for a master. */
function ChannelFields(props: AlarmsProps): ReactElement {
  const t = useT();
  const { form, onChange, isReadOnly, isMaster } = props;
  const rests = isReadOnly || isMaster;
  const set = (change: Partial<EntryForm>): void => onChange({ ...form, ...change });
  return (
    <div className={cx(styles.column, isMaster && styles.dimmed)}>
      <Switch
        label={t('lists:form.mail')}
        checked={form.mailAlarm}
        disabled={rests || form.hasMails}
        onChange={(event) => set({ mailAlarm: event.currentTarget.checked })}
      />
      <Switch
        label={t('lists:form.push')}
        checked={form.pushAlarm}
        disabled={rests}
        onChange={(event) => set({ pushAlarm: event.currentTarget.checked })}
      />
      <Switch
        label={t('lists:form.radio')}
        checked={form.radioAlarm}
        disabled={rests}
        onChange={(event) => set({ radioAlarm: event.currentTarget.checked })}
      />
      <Switch
        label={t('lists:form.direct')}
        checked={form.hasMails}
        disabled={rests}
        onChange={(event) => onChange(withDirectMails(form, event.currentTarget.checked))}
      />
      {form.hasMails && <DirectMailFields {...props} />}
    </div>
  );
}

function DirectMailFields({ form, onChange, isReadOnly }: AlarmsProps): ReactElement {
  const t = useT();
  const { addresses, onlyThese } = form.mails;
  const wrong = addresses.find((address) => !isMailAddress(address));
  return (
    <>
      <TagsInput
        label={t('lists:form.directList')}
        description={t('lists:form.directHint', { used: formatDirectMails(form.mails)?.length ?? 0 })}
        value={[...addresses]}
        readOnly={isReadOnly}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        error={wrong === undefined ? undefined : t('lists:fault.mail', { address: wrong })}
        onChange={(list) => onChange(withMailAddresses(form, list))}
      />
      <Checkbox
        label={t('lists:form.onlyThese')}
        checked={onlyThese}
        disabled={isReadOnly}
        onChange={(event) =>
          onChange(
            withMailAddresses({ ...form, mails: { addresses, onlyThese: event.currentTarget.checked } }, addresses),
          )
        }
      />
    </>
  );
}

function AudienceFields(props: Pick<AlarmsProps, 'form' | 'onChange' | 'isReadOnly'>): ReactElement {
  const t = useT();
  const { form, onChange, isReadOnly } = props;
  return (
    <div>
      <p className={styles.title}>{t('lists:form.audience')}</p>
      <Segmented
        label={t('lists:form.audience')}
        isFullWidth
        value={form.isForGroup ? 'group' : 'all'}
        options={[
          { id: 'all', label: t('lists:form.everyone'), isDisabled: isReadOnly },
          { id: 'group', label: t('lists:form.group'), isDisabled: isReadOnly },
        ]}
        onChange={(id) => onChange({ ...form, isForGroup: id === 'group' })}
      />
    </div>
  );
}
