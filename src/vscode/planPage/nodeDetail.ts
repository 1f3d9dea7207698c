import { escapeUnseen } from '../../core/catalog/entry/plainText';
import type { Json } from '../../core/support/json';
import type { FlatNode } from '../../modules/plans/engine/flatTree';
import type { LeafRun, PlanRun } from '../../modules/plans/run/planRun';
import { MAX_NODE_TEXT } from '../../shared/planPage/messages';
import type { NodeDetail, NodeText } from '../../shared/planPage/picture';
import type { Fact } from '../../shared/taskPage/picture';
import { numeral, span } from '../words/amounts';
import { standingOf, standingText } from '../words/planState';
import { shown, shownWhole, type Wording } from '../words/wording';

/** What is known of one node of a run: how it stands, what it was given, and what came of it. */
export function nodeDetailOf(run: PlanRun, flat: FlatNode, wording: Wording): NodeDetail {
  const { t } = wording;
  const { id, node, index } = flat;
  const leaf = run.leaves.get(index);
  const detail = {
    title: shown(id, 100),
    facts: [
      { label: t('Status'), text: standingText(standingOf(run, flat), wording) },
      node.type === 'task'
        ? { label: t('Tool'), text: shown(node.tool, 100) }
        : { label: t('Type'), text: node.type },
      ...(leaf === undefined ? [] : factsOf(leaf, wording)),
    ],
    texts: leaf === undefined ? [] : textsOf(leaf, wording),
  };
  if (node.type !== 'task') return { ...detail, note: t('Select a leaf to read its input and output.') };
  return leaf === undefined ? { ...detail, note: t('Not called yet.') } : detail;
}

function factsOf({ startedAt, endedAt, calls, isKept }: LeafRun, wording: Wording): readonly Fact[] {
  const { t, time, moment } = wording;
  if (isKept === true) return [{ label: t('Calls'), text: t('none: output of the run before') }];
  return [
    { label: t('Started'), text: time(startedAt), tooltip: moment(startedAt) },
    ...(endedAt === null ? [] : [{ label: t('Duration'), text: span(endedAt - startedAt, wording) }]),
    { label: t('Calls'), text: numeral(calls, wording) },
  ];
}

function textsOf({ input, output, code, message, isCut }: LeafRun, wording: Wording): readonly NodeText[] {
  const { t } = wording;
  const error = [code, message].filter(part => part !== undefined).join(': ');
  return [
    ...(error === '' ? [] : [{ title: t('Error'), text: shownWhole(error) }]),
    ...(input === undefined ? [] : [textOf(t('Input'), input, wording)]),
    ...(output === undefined ? [] : [textOf(t('Output'), output, wording)]),
    ...(isCut === true
      ? [{ title: t('Output'), text: '', note: t('Longer than what is stored of a run.') }]
      : []),
  ];
}

function textOf(title: string, value: Json, wording: Wording): NodeText {
  const whole = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const lines = whole.slice(0, MAX_NODE_TEXT).toWellFormed().split('\n');
  const text = lines.map(escapeUnseen).join('\n');
  if (whole.length <= MAX_NODE_TEXT) return { title, text };
  const note = wording.t(
    'Showing {0} of {1} characters',
    numeral(MAX_NODE_TEXT, wording),
    numeral(whole.length, wording),
  );
  return { title, text, note };
}
