import { checkColumns } from './check-columns.tsx';
import type { ColumnContext, Columns } from './column-context.ts';
import { goodsColumns } from './goods-columns.tsx';
import { identityColumns, nationColumns, recurrenceColumns } from './identity-columns.tsx';
import { menuColumn, placeColumns } from './place-columns.tsx';

/** Columns of the plate view (T 2.4), in the order of the design. */
export const plateColumns = (context: ColumnContext): Columns => [
  ...identityColumns(context, true),
  ...nationColumns(context),
  ...recurrenceColumns(context),
  ...checkColumns(context),
  ...placeColumns(context),
  ...menuColumn(context),
];

/** Columns of the ADR view (T 2.4): the goods come first, the checks of the vehicle are not shown. */
export const adrColumns = (context: ColumnContext): Columns => [
  ...identityColumns(context, false).slice(0, 2),
  ...goodsColumns(context),
  ...identityColumns(context, false).slice(2),
  ...nationColumns(context),
  ...recurrenceColumns(context),
  ...placeColumns(context).filter(({ id }) => id !== 'class' && id !== 'image'),
  ...menuColumn(context),
];
