import type { Cell, HeatMap } from '../../src/shared/plots/plots';
import { PlotFrame } from './plotParts';
import { momentText, rangeText } from './times';

/** Strongest colour of a cell, in per cent: the number on it stays readable in every theme. */
const STRONGEST = 42;
/** Weakest colour of a cell in which something is. */
const WEAKEST = 10;

/** How much happened where and when. */
export function HeatMapView({ map }: { readonly map: HeatMap }) {
  const most = Math.max(1, ...map.rows.flatMap(({ cells }) => cells.map(({ count }) => count)));
  const now = Date.now();
  const first = map.columns[0];
  const last = map.columns.at(-1);
  return (
    <PlotFrame kind="heat" caption={map}>
      <table class="heat-table">
        <caption class="unseen">{map.label}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{map.rowsAre}</span>
            </th>
            {map.columns.map(column => (
              <th key={column.from} scope="col">
                <span class="unseen">{rangeText(column, now)}</span>
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
              {cells.map((cell, at) => {
                const column = map.columns[at];
                return (
                  column && (
                    <CellView
                      key={column.from}
                      cell={cell}
                      most={most}
                      title={titleOf(name, cell, rangeText(column, now))}
                    />
                  )
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {first && last && (
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
      {cell.count > 0 && <span aria-hidden="true">{cell.count}</span>}
      <span class="unseen">{cell.label}</span>
    </td>
  );
}

function titleOf(name: string, { label }: Cell, range: string): string {
  return [name, range, label].filter(part => part !== '').join(', ');
}
