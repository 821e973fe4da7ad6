import { formatDateTime } from '@varco/i18n/format.ts';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../../lib/i18n.tsx';
import { PlateBadge } from '../../../widgets/plate/PlateBadge.tsx';
import { namePlate } from '../../../widgets/plate/name-plate.ts';
import type { ListRow } from '../search/search-view.ts';
import { CardPicture } from './CardPicture.tsx';
import type { PlantFacts } from './column-context.ts';
import { createHoverTimer } from './hover-timer.ts';
import styles from './HoverCard.module.css';

/** Size of the card in px, needed to position it before it is drawn. */
const WIDTH = 264;
const HEIGHT = 236;
const CARD_MARGIN = 6;

interface HoveredRow {
  readonly key: string;
  readonly left: number;
  readonly top: number;
}

/** Positions the card beside the element, below it where there is room, always inside the window. */
function positionCard(box: DOMRect): Pick<HoveredRow, 'left' | 'top'> {
  const below = box.bottom + CARD_MARGIN;
  const top = below + HEIGHT <= innerHeight ? below : box.top - CARD_MARGIN - HEIGHT;
  return {
    left: Math.max(CARD_MARGIN, Math.min(box.left, innerWidth - WIDTH - CARD_MARGIN)),
    top: Math.max(CARD_MARGIN, top),
  };
}

/** The row whose plate or picture contains the event target; null elsewhere. */
function findHoveredRow(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hover-row]') : null;
}

/**
 * UIE-06, UIE-07: preview with plate, plant, gate and picture of the row under the pointer. It closes 300 ms after the
 * pointer has left. All rows share one card. The row contains the same data, so the card is optional.
 */
export function HoverCard(props: {
  rows: readonly ListRow[];
  plantOf: (peerId: number) => PlantFacts;
}): ReactElement | null {
  const place = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<HoveredRow | null>(null);
  useRowHover(place, setShown);
  const row = shown === null ? undefined : props.rows.find((one) => one.key === shown.key);
  return (
    <>
      <span ref={place} hidden />
      {shown !== null && row !== undefined && <Card row={row} plant={props.plantOf(row.peerId)} at={shown} />}
    </>
  );
}

/** Observes hover over the rows next to the given element with one pair of listeners for all rows. */
function useRowHover(place: { readonly current: HTMLElement | null }, show: (shown: HoveredRow | null) => void): void {
  useEffect(() => {
    const list = place.current?.parentElement;
    if (list == null) return undefined;
    const timer = createHoverTimer<HTMLElement>((element) => {
      const key = element?.dataset['hoverRow'];
      show(element === null || key === undefined ? null : { key, ...positionCard(element.getBoundingClientRect()) });
    });
    const onOver = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse') timer.point(findHoveredRow(event.target));
    };
    const onLeave = (): void => timer.point(null);
    const onElsewhere = (): void => timer.hide();
    list.addEventListener('pointerover', onOver);
    list.addEventListener('pointerleave', onLeave);
    list.addEventListener('scroll', onElsewhere, { capture: true, passive: true });
    // Typing or clicking opens something else that the card must not cover.
    document.addEventListener('keydown', onElsewhere, true);
    document.addEventListener('pointerdown', onElsewhere, true);
    return () => {
      timer.hide();
      list.removeEventListener('pointerover', onOver);
      list.removeEventListener('pointerleave', onLeave);
      list.removeEventListener('scroll', onElsewhere, { capture: true });
      document.removeEventListener('keydown', onElsewhere, true);
      document.removeEventListener('pointerdown', onElsewhere, true);
    };
  }, [place, show]);
}

function Card(props: { row: ListRow; plant: PlantFacts; at: HoveredRow }): ReactElement {
  const t = useT();
  const { row, plant, at } = props;
  const { transit } = row;
  return createPortal(
    <div
      className={styles.card}
      style={{ left: at.left, top: at.top, width: WIDTH, height: HEIGHT }}
      role="tooltip"
      aria-label={t('transits:card.preview', { plate: namePlate(t, transit.targa) })}
    >
      <CardPicture key={row.key} row={row} height={152} />
      <div className={styles.facts}>
        <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} size="card" />
        <span className={styles.where}>
          {plant.label} · {transit.varco}
        </span>
        <span className={styles.when}>{formatDateTime(transit.data)}</span>
      </div>
    </div>,
    document.body,
  );
}
