import { Checkbox, Switch, TagsInput } from '@mantine/core';
import { formatDirectMails } from '@varco/domain/blacklist/direct-mails.ts';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { cx } from '@varco/ui/cx.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type EntryFormState, withMailAddresses, withDirectMails } from './entry-form.ts';
import styles from './Lists.module.css';

interface AlarmsProps {
  readonly form: EntryFormState;
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
  const { form, isReadOnly, isMaster, isShare } = props;
  return (
    <section className={styles.column} aria-label={t('lists:form.alarms')}>
      <h3 className={styles.title}>{t('lists:form.alarms')}</h3>
      <Switch
        label={t('lists:form.enabled')}
        description={t('lists:form.enabledHint')}
        disabled={isReadOnly}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
      <ChannelFields {...props} />
      {!form.values.isReserved && !isShare && <AudienceFields form={form} isReadOnly={isReadOnly} />}
      {!isShare && (
        <>
          <Switch
            label={t('lists:form.approximate')}
            description={t('lists:form.approximateHint')}
            disabled={isReadOnly}
            {...form.getInputProps('isApproximate', { type: 'checkbox' })}
          />
          <Switch
            label={t('lists:form.alarming')}
            disabled={isReadOnly || isMaster}
            {...form.getInputProps('isAlarming', { type: 'checkbox' })}
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
  const { form, isReadOnly, isMaster } = props;
  const { hasMails } = form.values;
  const rests = isReadOnly || isMaster;
  return (
    <div className={cx(styles.column, isMaster && styles.dimmed)}>
      <Switch
        label={t('lists:form.mail')}
        disabled={rests || hasMails}
        {...form.getInputProps('mailAlarm', { type: 'checkbox' })}
      />
      <Switch
        label={t('lists:form.push')}
        disabled={rests}
        {...form.getInputProps('pushAlarm', { type: 'checkbox' })}
      />
      <Switch
        label={t('lists:form.radio')}
        disabled={rests}
        {...form.getInputProps('radioAlarm', { type: 'checkbox' })}
      />
      <Switch
        label={t('lists:form.direct')}
        checked={hasMails}
        disabled={rests}
        onChange={(event) => form.setValues(withDirectMails(form.values, event.currentTarget.checked))}
      />
      {hasMails && <DirectMailFields {...props} />}
    </div>
  );
}

function DirectMailFields({ form, isReadOnly }: AlarmsProps): ReactElement {
  const t = useT();
  const { mails } = form.values;
  const { addresses, onlyThese } = mails;
  const wrong = addresses.find((address) => !isMailAddress(address));
  return (
    <>
      <TagsInput
        label={t('lists:form.directList')}
        description={t('lists:form.directHint', { used: formatDirectMails(mails)?.length ?? 0 })}
        value={[...addresses]}
        readOnly={isReadOnly}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        error={wrong === undefined ? undefined : t('lists:fault.mail', { address: wrong })}
        onChange={(list) => form.setValues(withMailAddresses(form.values, list))}
      />
      <Checkbox
        label={t('lists:form.onlyThese')}
        checked={onlyThese}
        disabled={isReadOnly}
        onChange={(event) => {
          const next = { ...form.values, mails: { addresses, onlyThese: event.currentTarget.checked } };
          form.setValues(withMailAddresses(next, addresses));
        }}
      />
    </>
  );
}

function AudienceFields(props: Pick<AlarmsProps, 'form' | 'isReadOnly'>): ReactElement {
  const t = useT();
  const { form, isReadOnly } = props;
  return (
    <div>
      <p className={styles.title}>{t('lists:form.audience')}</p>
      <Segmented
        label={t('lists:form.audience')}
        isFullWidth
        value={form.values.isForGroup ? 'group' : 'all'}
        options={[
          { id: 'all', label: t('lists:form.everyone'), isDisabled: isReadOnly },
          { id: 'group', label: t('lists:form.group'), isDisabled: isReadOnly },
        ]}
        onChange={(id) => form.setFieldValue('isForGroup', id === 'group')}
      />
    </div>
  );
}
