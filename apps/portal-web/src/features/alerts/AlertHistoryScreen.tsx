import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AlertFilter } from '@varco/contract/plant/alerts.ts';
import { ALERT_KINDS, type AlertKind } from '@varco/domain/alerts/alert-kinds.ts';
import { isForceEnabled, PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import type { AlertReference } from '../../lib/alerts/alert-reference.ts';
import type { ReceivedAlert } from '../../lib/alerts/alerts.store.ts';
import { toInstant, nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { loadMessages } from '../../lib/messages.ts';
import { useIsOnSecondScreen } from '../../lib/second-screen/second-screen.store.ts';
import { SecondScreenBar, SecondScreenMenu } from '../../widgets/second-screen/lazy-components.tsx';
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
  const isElsewhere = useIsOnSecondScreen();
  if (pressed !== null)
    return (
      <ScreenFrame label={t('alerts:history.title')} notices={isElsewhere && <SecondScreenBar hasSubject />}>
        <OpenedAlertCard pressed={pressed} onBack={onBack} />
      </ScreenFrame>
    );
  return <AlertHistory state={state} onChange={(change) => setState({ ...state, ...change })} onOpen={onOpen} />;
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
  const isElsewhere = useIsOnSecondScreen();
  return (
    <ScreenFrame
      label={t('alerts:history.title')}
      intro={t('alerts:history.intro')}
      empty={
        peerIds.length === 0 &&
        (view === 'list' || view === 'report') && (
          <EmptyState icon="lock" tone="pv" title={t('alerts:history.noPlant')}>
            {t('alerts:history.noPlantText')}
          </EmptyState>
        )
      }
      body={view === 'list' ? 'fill' : 'scroll'}
      notices={isElsewhere && <SecondScreenBar hasSubject={false} />}
      toolbar={
        <AlertHistoryToolbar
          state={state}
          onChange={onChange}
          views={buildViewOptions(t, { hasForce: peerIds.length > 0, isAdmin })}
        />
      }
    >
      {view === 'list' && peerIds.length > 0 && (
        <AlertHistoryTable
          peerIds={peerIds}
          filter={filter}
          currentKey={state.currentKey}
          onCurrent={(currentKey) => onChange({ currentKey })}
          onOpen={open}
        />
      )}
      {view === 'report' && peerIds.length > 0 && <AlertReport peerIds={peerIds} filter={filter} />}
      {view === 'interforce' && <InterforceView />}
      {view === 'channels' && <ChannelsView />}
    </ScreenFrame>
  );
}

interface ViewOption {
  readonly id: HistoryState['view'];
  readonly label: string;
}

/** Views, second screen, and the search where the view has one. */
function AlertHistoryToolbar(props: {
  state: HistoryState;
  views: readonly ViewOption[];
  onChange: (change: Partial<HistoryState>) => void;
}): ReactElement {
  const t = useT();
  const { state, views, onChange } = props;
  return (
    <div className={styles.toolbars}>
      <div className={styles.views}>
        <Segmented
          label={t('alerts:history.title')}
          value={state.view}
          onChange={(view) => onChange({ view })}
          options={views}
        />
        <SecondScreenMenu />
      </div>
      {(state.view === 'list' || state.view === 'report') && (
        <AlertHistoryForm
          start={state.form}
          onAsk={(form) => onChange({ form, filter: buildFilter(form), currentKey: null })}
        />
      )}
    </div>
  );
}

/** The views of the history that the user may open. */
const buildViewOptions = (
  t: Translate,
  { hasForce, isAdmin }: { readonly hasForce: boolean; readonly isAdmin: boolean },
): readonly ViewOption[] => [
  { id: 'list', label: t('alerts:history.list') },
  { id: 'report', label: t('alerts:history.report') },
  ...(hasForce ? [{ id: 'interforce' as const, label: t('alerts:kind.interforze') }] : []),
  ...(isAdmin ? [{ id: 'channels' as const, label: t('alerts:history.channels') }] : []),
];

function AlertHistoryForm(props: { start: HistoryFields; onAsk: (form: HistoryFields) => void }): ReactElement {
  const t = useT();
  const form = useForm<HistoryFields>({ initialValues: props.start });
  return (
    <Toolbar isSearch label={t('alerts:history.search')} onSubmit={() => props.onAsk(form.values)}>
      <Select
        label={t('alerts:history.period')}
        w={140}
        allowDeselect={false}
        data={PERIOD_NAMES.map((value) => ({ value, label: t(`alerts:history.${value}`) }))}
        {...form.getInputProps('period')}
      />
      <Select
        label={t('alerts:history.state')}
        w={140}
        allowDeselect={false}
        data={STATE_FILTERS.map((value) => ({ value, label: t(`alerts:history.states.${value}`) }))}
        {...form.getInputProps('state')}
      />
      <TextInput label={t('alerts:history.plate')} w={160} maxLength={32} {...form.getInputProps('plate')} />
      <MultiSelect
        label={t('alerts:history.kinds')}
        placeholder={form.values.kinds.length === 0 ? t('alerts:history.anyKind') : ''}
        miw={200}
        data={ALERT_KINDS.map((value) => ({ value, label: t(`alerts:kind.${value}`) }))}
        {...form.getInputProps('kinds')}
      />
      <Button type="submit">{t('alerts:history.search')}</Button>
    </Toolbar>
  );
}
