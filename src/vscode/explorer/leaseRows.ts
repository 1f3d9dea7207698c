import type { ContractNet } from '../../modules/contract-net/contractNet';
import '../../modules/contract-net/module';
import type { Row } from '../../shared/explorer/picture';
import { numeral } from '../words/amounts';
import { joined, shown, type Wording } from '../words/wording';

/** Leases that are shown; more are counted. */
const MAX_SHOWN = 50;

/** The areas that agents have by an award, below one row; none where nobody has any. */
export function leaseRows(
  { 'contract-net': net }: { readonly 'contract-net': Pick<ContractNet, 'leases'> },
  wording: Wording,
): readonly Row[] {
  const leases = net.leases();
  if (leases.length === 0) return [];
  const { t, time } = wording;
  const head: Row = {
    id: 'leases',
    level: 1,
    icon: 'layers',
    label: t('Area Leases'),
    detail: numeral(leases.length, wording),
    isOpen: true,
    kind: 'leases',
    target: {},
  };
  const rows = leases.slice(0, MAX_SHOWN).map(({ call, task, agent, areas, until }): Row => ({
    id: `lease:${call}`,
    level: 2,
    icon: 'lock',
    label: shown(areas.join(', ')),
    detail: joined(shown(agent), shown(task), until === null ? undefined : t('until {0}', time(until))),
    kind: 'lease',
    target: { lease: call },
    actions: [{ command: 'releaseAreas', title: t('Release'), icon: 'discard' }],
  }));
  return [head, ...rows];
}
