import type { Row } from '../../src/shared/explorer/picture';
import { RowContent } from '../explorer/rowView';

/** A short list, drawn as the sidebar's rows. */
export function Rows({
  rows,
  onRun,
}: {
  readonly rows: readonly Row[];
  readonly onRun: (item: string, command: string) => void;
}) {
  if (rows.length === 0) return null;
  return (
    <ul class="plain-rows">
      {rows.map(row => (
        <li key={row.id} title={row.tooltip}>
          <RowContent row={row} onAction={command => onRun(row.id, command)} isReachable />
        </li>
      ))}
    </ul>
  );
}
