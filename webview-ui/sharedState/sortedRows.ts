import type { StateCell, StateRow } from '../../src/shared/sharedState/picture';

/** By which column rows are sorted. */
export interface Order {
  /** Place of the column, from 0. */
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** As people count: `file2` before `file10`, whatever the case of letters. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The rows in an order; as they came, newest first, where there is none, and among equals. */
export function sortedRows(rows: readonly StateRow[], order: Order | undefined): readonly StateRow[] {
  if (order === undefined) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compared(a.cells[order.column], b.cells[order.column]));
}

/** What a press on a column's heading asks for: the one direction, then the other, then newest first again. */
export function nextOrder(order: Order | undefined, column: number): Order | undefined {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}

function compared(a: StateCell | undefined, b: StateCell | undefined): number {
  if (a?.rank !== undefined && b?.rank !== undefined) return a.rank - b.rank;
  return collator.compare(textOf(a), textOf(b));
}

function textOf(cell: StateCell | undefined): string {
  return cell?.badges?.join(' ') ?? cell?.text ?? '';
}
