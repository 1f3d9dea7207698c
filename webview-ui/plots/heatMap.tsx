import type { Cell, HeatMap, NamedColumn, Stretch } from '../../src/shared/plots/plots';
import { PlotFrame } from './plotParts';
import { momentText, rangeText } from './times';

/** Strongest colour of a cell, in per cent: the number on it stays readable in every theme. */
const STRONGEST = 42;
/** Weakest colour of a cell in which something is. */
const WEAKEST = 10;

/** How much there is where, and when or of what kind. */
export function HeatMapView({ map }: { readonly map: HeatMap }) {
  const most = Math.max(1, ...map.rows.flatMap(({ cells }) => cells.map(({ count }) => count)));
  const now = Date.now();
  const first = map.columns[0];
  const last = map.columns.at(-1);
  const titles = map.columns.map(column => (isNamed(column) ? column.name : rangeText(column, now)));
  return (
    <PlotFrame kind="heat" caption={map}>
      <table class="heat-table">
        <caption class="unseen">{map.label}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{map.rowsAre}</span>
            </th>
            {titles.map((title, at) => (
              <th key={at} scope="col" title={first && isNamed(first) ? title : undefined}>
                <span class={first && isNamed(first) ? 'plot-name' : 'unseen'} dir="auto">
                  {title}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.rows.map(({ name, cells }, row) => (
            <tr key={row}>
              <th scope="row" title={name}>
                <span class="plot-name" dir="auto">
                  {name}
                </span>
              </th>
              {cells.map((cell, at) => (
                <CellView key={at} cell={cell} most={most} title={titleOf(name, cell, titles[at] ?? '')} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {first && last && !isNamed(first) && !isNamed(last) && (
        <div class="heat-axis plot-small" aria-hidden="true">
          <span>{momentText(first.from, now)}</span>
          <span>{momentText(last.to, now)}</span>
        </div>
      )}
    </PlotFrame>
  );
}

function CellView({
  cell,
  most,
  title,
}: {
  readonly cell: Cell;
  readonly most: number;
  readonly title: string;
}) {
  const strength = WEAKEST + ((STRONGEST - WEAKEST) * cell.count) / most;
  return (
    <td title={title} style={{ '--strength': cell.count === 0 ? '0%' : `${Math.round(strength)}%` }}>
      {cell.count > 0 && <span aria-hidden="true">{cell.text ?? cell.count}</span>}
      <span class="unseen">{cell.label}</span>
    </td>
  );
}

function isNamed(column: Stretch | NamedColumn): column is NamedColumn {
  return 'name' in column;
}

function titleOf(name: string, { label }: Cell, range: string): string {
  return [name, range, label].filter(part => part !== '').join(', ');
}
