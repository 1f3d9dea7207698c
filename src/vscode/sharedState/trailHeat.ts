import type { HeatNode } from '../../modules/stigmergy/heat';
import type { Stigmergy } from '../../modules/stigmergy/stigmergy';
import { type Cell, type HeatMap, MAX_AREAS, MAX_COLUMNS } from '../../shared/plots/plots';
import { joined, shown, type Wording } from '../words/wording';
import { numeral } from '../words/amounts';
import { stateCount } from './stateCount';
import { holding } from './stateItem';

/** What is drawn in the colour of nothing must still be seen to be there. */
const FAINTEST = 0.01;

/** The strongest trails, by node and kind; no map where there are none. */
export function heatPicture(
  stigmergy: Pick<Stigmergy, 'heat' | 'size'>,
  query: string,
  wording: Wording,
): { readonly map?: HeatMap; readonly count: string } {
  if (stigmergy.size === 0) return { count: '' };
  const { t } = wording;
  const isHolding = holding<readonly string[]>(query, texts => texts);
  const fits = isHolding && ((node: string, types: Iterable<string>) => isHolding([node, ...types]));
  const { nodes, fitting, bounds } = stigmergy.heat({ limit: MAX_AREAS, fits });
  const count = stateCount(
    { items: nodes, size: fitting, fitting, lookedAt: fitting },
    isHolding !== undefined,
    wording,
  );
  if (nodes.length === 0) return { count };
  const kinds = kindsIn(nodes);
  const drawn = kinds.slice(0, MAX_COLUMNS - 1);
  const more = kinds.length - drawn.length;
  const amount = (value: number): string => numeral(value, wording);
  const scale =
    bounds.max === null
      ? t('Marks start at {0}. Strongest color = {1}.', amount(bounds.min), amount(bounds.ceiling))
      : t('Marks range from {0} to {1}. Strongest color = {1}.', amount(bounds.min), amount(bounds.max));
  return {
    count,
    map: {
      title: t('Trails'),
      label: t('Strength of agent trails by place and kind, strongest first.'),
      leftOut: joined(scale, more === 0 ? undefined : t('Weaker kinds not shown: {0}.', amount(more))),
      rowsAre: t('Place'),
      columns: [...drawn, t('all kinds')].map(name => ({ name: shown(name, 40) })),
      rows: nodes.map(node => ({
        name: shown(node.node),
        cells: [...drawn.map(kind => pointCell(node, kind, wording)), totalCell(node, bounds, wording)],
      })),
    },
  };
}

/** The kinds of trails at these nodes, the strongest first. */
function kindsIn(nodes: readonly HeatNode[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const { points } of nodes) {
    for (const { type, intensity } of points) sums.set(type, (sums.get(type) ?? 0) + intensity);
  }
  return [...sums].sort(([a, sum], [b, other]) => other - sum || (a < b ? -1 : 1)).map(([type]) => type);
}

function pointCell({ points }: HeatNode, kind: string, wording: Wording): Cell {
  const point = points.find(({ type }) => type === kind);
  if (point === undefined) return { count: 0, label: '' };
  const { intensity, normalised, updatedAt } = point;
  return {
    count: Math.max(FAINTEST, normalised),
    text: numeral(intensity, wording),
    label: wording.t('{0}, changed at {1}', numeral(intensity, wording), wording.moment(updatedAt)),
  };
}

function totalCell(
  { total }: HeatNode,
  { min, ceiling }: { readonly min: number; readonly ceiling: number },
  wording: Wording,
): Cell {
  const text = numeral(total, wording);
  const strength = Math.min(1, (total - min) / (ceiling - min));
  return { count: Math.max(FAINTEST, strength), text, label: text };
}
