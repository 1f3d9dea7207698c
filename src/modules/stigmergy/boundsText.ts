import type { ShownBounds } from './fieldSnapshot';

/** A row of a table that tells the bounds. */
export interface BoundsRow {
  readonly label: string;
  readonly value: string;
  readonly tooltip: string;
}

/** The bounds in one line, e.g. `Min 0 • Max ∞ • Ceiling 7.25`. */
export function boundsTooltip({ min, max, ceiling }: ShownBounds): string {
  return `Min ${brief(min)} • Max ${brief(max)} • Ceiling ${brief(ceiling)}`;
}

/** The bounds as rows that a dashboard shows as they are. */
export function boundsRows({ min, max, ceiling }: ShownBounds): readonly BoundsRow[] {
  return [
    { label: 'Min intensity', value: brief(min), tooltip: 'No trail fades below this value; drawn as 0.' },
    {
      label: 'Max intensity',
      value: brief(max),
      tooltip: 'No trail or node exceeds this value; ∞ means no maximum is set.',
    },
    {
      label: 'Normalisation ceiling',
      value: brief(ceiling),
      tooltip: 'Drawn as 1: the maximum if set, otherwise the strongest node.',
    },
  ];
}

/** At most three decimals; ∞ for unbounded. */
function brief(value: number | null): string {
  return value === null ? '∞' : String(Number(value.toFixed(3)));
}
