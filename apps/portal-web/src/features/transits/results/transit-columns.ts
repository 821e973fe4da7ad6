import { buildCheckColumns } from './check-columns.tsx';
import type { ColumnContext, Columns } from './column-context.ts';
import { buildGoodsColumns } from './goods-columns.tsx';
import { buildIdentityColumns, buildNationColumns, buildRecurrenceColumns } from './identity-columns.tsx';
import { buildMenuColumn, buildPlaceColumns } from './place-columns.tsx';

/** Columns of the plate view (T 2.4), in the order of the design. */
export const buildPlateColumns = (context: ColumnContext): Columns => [
  ...buildIdentityColumns(context, true),
  ...buildNationColumns(context),
  ...buildRecurrenceColumns(context),
  ...buildCheckColumns(context),
  ...buildPlaceColumns(context),
  ...buildMenuColumn(context),
];

/** Columns of the ADR view (T 2.4): the goods come first, the checks of the vehicle are not shown. */
export const buildAdrColumns = (context: ColumnContext): Columns => [
  ...buildIdentityColumns(context, false).slice(0, 2),
  ...buildGoodsColumns(context),
  ...buildIdentityColumns(context, false).slice(2),
  ...buildNationColumns(context),
  ...buildRecurrenceColumns(context),
  ...buildPlaceColumns(context).filter(({ id }) => id !== 'class'),
  ...buildMenuColumn(context),
];
