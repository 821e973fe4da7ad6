import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import type { AlertFilter } from '@varco/contract/plant/alerts.ts';
import { ALERT_KINDS, type AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { isForceEnabled, PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, useState } from 'react';
import type { AlertReference } from '../../lib/alerts/alert-reference.ts';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { toInstant, nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { loadMessages } from '../../lib/messages.ts';
import { AlertKindChip } from './AlertKindChip.tsx';
import { AlertReport } from './AlertReport.tsx';
import { AlertHistoryTable } from './AlertHistoryTable.tsx';
import { OpenedAlertCard } from './OpenedAlertCard.tsx';
import styles from './alerts.module.css';

const DAY_MS = 86_400_000;
const PERIODS = { today: DAY_MS, days7: 7 * DAY_MS, days30: 30 * DAY_MS, everything: null } as const;
type Period = keyof typeof PERIODS;
const STATE_FILTERS = ['tutti', 'aperti', 'chiusi'] as const;
type StateFilter = (typeof STATE_FILTERS)[number];

interface HistoryFields {
  readonly period: Period;
  readonly kinds: readonly AlertKind[];
  readonly state: StateFilter;
  readonly plate: string;
}
const DEFAULT_FIELDS: HistoryFields = { period: 'days7', kinds: [], state: 'tutti', plate: '' };

/** Filter for the plants from the form. The plate goes in the request body, never into an address. */
function buildFilter({ period, kinds, state, plate }: HistoryFields): AlertFilter {
  const span = PERIODS[period];
  const requested = normalisePlate(plate);
  return {
    ...(span === null ? {} : { dal: toInstant(nowMs() - span) }),
    ...(kinds.length === 0 ? {} : { tipi: [...kinds] }),
    ...(state === 'tutti' ? {} : { stato: state }),
    ...(requested === null ? {} : { targa: requested }),
  };
}

const isOneOf = <T extends string>(all: readonly T[], value: string | null): value is T =>
  all.some((one) => one === value);
const PERIOD_NAMES = ['today', 'days7', 'days30', 'everything'] as const satisfies readonly Period[];

/** Settings for administrators of plants; loaded when first opened. */
const { Component: ChannelsView } = lazyComponent(async () => {
  const [{ ChannelsView: View }] = await Promise.all([import('./ChannelsView.tsx'), loadMessages('channels')]);
  return View;
});

const { Component: InterforceView } = lazyComponent(async () => {
  const [{ InterforceView: View }] = await Promise.all([import('./InterforceView.tsx'), loadMessages('channels')]);
  return View;
});

interface Props {
  /** The alert that a row, a message or a notification opened; null: all of them. */
  readonly pressed: AlertReference | null;
  readonly onOpen: (requested: AlertReference) => void;
  readonly onBack: () => void;
}

const VIEWS = ['list', 'report', 'interforce', 'channels'] as const;

/** What the history shows. Held by the screen, so that it is unchanged after an alert was open. */
interface HistoryState {
  readonly view: (typeof VIEWS)[number];
  readonly form: HistoryFields;
  readonly filter: AlertFilter;
  readonly currentKey: string | null;
}

/** Alert history of all plants, with owners and outcomes: as a list, and as a report per gate and kind. */
export function AlertHistoryScreen({ pressed, onOpen, onBack }: Props): ReactElement {
  const t = useT();
  const [state, setState] = useState<HistoryState>(() => ({
    view: 'list',
    form: DEFAULT_FIELDS,
    filter: buildFilter(DEFAULT_FIELDS),
    currentKey: null,
  }));
  return (
    // The section scrolls and may contain nothing focusable, so it must be focusable itself (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} id="results" tabIndex={0} aria-label={t('alerts:history.title')}>
      {pressed === null ? (
        <AlertHistory state={state} onChange={(change) => setState({ ...state, ...change })} onOpen={onOpen} />
      ) : (
        <OpenedAlertCard pressed={pressed} onBack={onBack} />
      )}
    </section>
  );
}

function AlertHistory(props: {
  state: HistoryState;
  onChange: (change: Partial<HistoryState>) => void;
  onOpen: (requested: AlertReference) => void;
}): ReactElement {
  const t = useT();
  const { state, onChange } = props;
  const { view, filter } = state;
  const plants = usePlantList().filter(({ state: signIn, login }) => signIn === 'ok' && login !== null);
  const peerIds = plants
    .filter(({ login }) => login !== null && isForceEnabled(login.user))
    .map(({ peerId }) => peerId);
  const isAdmin = plants.some(({ login }) => (login?.user.level ?? 0) >= PLANT_ADMIN_LEVEL);
  const open = ({ id, peerId, alert }: ReceivedAlert): void => {
    const plant = plants.find((one) => one.peerId === peerId)?.login?.parameters.plant_uuid;
    if (plant === undefined) return;
    onChange({ currentKey: id });
    props.onOpen({ plant, alert: alert.id });
  };
  return (
    <>
      <p className={styles.quiet}>{t('alerts:history.intro')}</p>
      <Segmented
        label={t('alerts:history.title')}
        value={view}
        onChange={(chosen) => onChange({ view: chosen })}
        options={[
          { id: 'list', label: t('alerts:history.list') },
          { id: 'report', label: t('alerts:history.report') },
          ...(peerIds.length > 0 ? [{ id: 'interforce' as const, label: t('alerts:kind.interforze') }] : []),
          ...(isAdmin ? [{ id: 'channels' as const, label: t('alerts:history.channels') }] : []),
        ]}
      />
      {(view === 'list' || view === 'report') && (
        <AlertHistoryForm
          start={state.form}
          onAsk={(form) => onChange({ form, filter: buildFilter(form), currentKey: null })}
        />
      )}
      {view === 'list' && (
        <AlertHistoryTable
          peerIds={peerIds}
          filter={filter}
          currentKey={state.currentKey}
          onCurrent={(currentKey) => onChange({ currentKey })}
          onOpen={open}
        />
      )}
      {view === 'report' && <AlertReport peerIds={peerIds} filter={filter} />}
      {view === 'interforce' && <InterforceView />}
      {view === 'channels' && <ChannelsView />}
    </>
  );
}

function AlertHistoryForm(props: { start: HistoryFields; onAsk: (form: HistoryFields) => void }): ReactElement {
  const t = useT();
  const [form, setForm] = useState(props.start);
  return (
    <form
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault();
        props.onAsk(form);
      }}
    >
      <Select
        size="xs"
        label={t('alerts:history.period')}
        value={form.period}
        onChange={(value) => setForm({ ...form, period: isOneOf(PERIOD_NAMES, value) ? value : 'days7' })}
        data={PERIOD_NAMES.map((value) => ({ value, label: t(`alerts:history.${value}`) }))}
      />
      <Select
        size="xs"
        label={t('alerts:history.state')}
        value={form.state}
        onChange={(value) => setForm({ ...form, state: isOneOf(STATE_FILTERS, value) ? value : 'tutti' })}
        data={STATE_FILTERS.map((value) => ({ value, label: t(`alerts:history.states.${value}`) }))}
      />
      <TextInput
        size="xs"
        label={t('alerts:history.plate')}
        maxLength={32}
        value={form.plate}
        onChange={(event) => setForm({ ...form, plate: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('alerts:history.kinds')}
        value={[...form.kinds]}
        onChange={(chosen) => setForm({ ...form, kinds: ALERT_KINDS.filter((kind) => chosen.includes(kind)) })}
      >
        <div className={styles.buttons}>
          {ALERT_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} size="xs" label={<AlertKindChip kind={kind} />} />
          ))}
        </div>
      </Checkbox.Group>
      <Button type="submit" size="xs">
        {t('alerts:history.search')}
      </Button>
    </form>
  );
}
