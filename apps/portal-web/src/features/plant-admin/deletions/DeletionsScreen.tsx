import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeletionCalendar } from '@varco/contract/plant/deletions.ts';
import { MAX_RETENTION_DAYS } from '@varco/contract/plant/settings.ts';
import { canReadDeletions } from '@varco/domain/policy/plant-permissions.ts';
import { addDays } from '@varco/domain/time/rome.ts';
import { formatDate } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { type AdminPlant, PlantAdminLayout } from '../PlantAdminLayout.tsx';
import { CalendarGrid } from './CalendarGrid.tsx';
import { DayTable } from './DayTable.tsx';
import { deletionCalendarQuery } from './deletions.api.ts';
import styles from './Deletions.module.css';
import { formatCapped } from '../format-capped.ts';

/** /peer/deletions: what a plant will delete on which day, for its administrators and the readers of its log. */
export function DeletionsScreen(): ReactElement {
  const t = useT();
  return (
    <PlantAdminLayout mayManage={canReadDeletions} noPlantText={t('plantSettings:deletions.noPlantText')}>
      {(plant, choice) => <PlantDeletions key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

function PlantDeletions({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const [from, setFrom] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useQuery(deletionCalendarQuery(plant.peerId, from));
  const calendar = found.data;
  const day = calendar?.days.find((one) => one.day === chosen)?.day ?? calendar?.days[0]?.day;
  return (
    <ScreenFrame
      label={t('plantSettings:deletions.title')}
      intro={t('plantSettings:deletions.intro')}
      toolbar={
        <Toolbar>
          {choice}
          {calendar !== undefined && <Paging calendar={calendar} onFrom={setFrom} />}
        </Toolbar>
      }
      notices={
        calendar !== undefined &&
        (calendar.held.count > 0 || hasNoTransits(calendar)) && <CalendarNotices calendar={calendar} onFrom={setFrom} />
      }
      waiting={found.isFetching && t('plantSettings:deletions.waiting')}
      empty={
        found.isError && (
          <EmptyState
            icon="warning"
            title={t('plantSettings:deletions.failed')}
            actions={<TextButton onClick={() => void found.refetch()}>{t('plantAdmin:retry')}</TextButton>}
          />
        )
      }
    >
      {calendar !== undefined && day !== undefined && (
        <div className={styles.parts}>
          <CalendarGrid calendar={calendar} chosen={day} onChoose={setChosen} />
          <DayTable peerId={plant.peerId} day={day} terms={calendar.terms} />
        </div>
      )}
    </ScreenFrame>
  );
}

/** Six weeks back and on; nothing is deleted later than the longest term there can be. */
function Paging(props: { calendar: DeletionCalendar; onFrom: (from: string | null) => void }): ReactElement {
  const t = useT();
  const { calendar, onFrom } = props;
  const { days, today } = calendar;
  const first = days[0]?.day ?? today;
  const next = addDays(first, days.length);
  const before = addDays(first, -days.length);
  return (
    <Group gap={4} wrap="nowrap">
      <IconButton
        icon="chevronLeft"
        name={t('plantSettings:deletions.earlier')}
        isDisabled={first <= today}
        onClick={() => onFrom(before <= today ? null : before)}
      />
      <Button variant="default" disabled={first <= today} onClick={() => onFrom(null)}>
        {t('plantSettings:deletions.today')}
      </Button>
      <IconButton
        icon="chevronRight"
        name={t('plantSettings:deletions.later')}
        isDisabled={next > addDays(today, MAX_RETENTION_DAYS)}
        onClick={() => onFrom(next)}
      />
    </Group>
  );
}

const hasNoTransits = ({ days }: DeletionCalendar): boolean => days.every(({ transits }) => transits === 0);

/** What the days shown do not say: transits that holds keep, and when the first ones go if none of these days has any. */
function CalendarNotices(props: { calendar: DeletionCalendar; onFrom: (from: string) => void }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { calendar, onFrom } = props;
  const { first, held, holds } = calendar;
  const isEmpty = hasNoTransits(calendar);
  return (
    <>
      {held.count > 0 && (
        <Notice tone="in">
          {t('plantSettings:deletions.held', { transits: formatCapped(held, t, language), count: holds })}
        </Notice>
      )}
      {isEmpty && first === null && <Notice tone="nt">{t('plantSettings:deletions.none')}</Notice>}
      {isEmpty && first !== null && (
        <Notice
          tone="nt"
          actions={
            <TextButton onClick={() => onFrom(first)}>
              {t('plantSettings:deletions.goTo', { date: formatDate(first) })}
            </TextButton>
          }
        >
          {t('plantSettings:deletions.noneHere', { date: formatDate(first) })}
        </Notice>
      )}
    </>
  );
}
