import { record, text } from '../../shared/webview/shape';
import { definePage } from '../webview/editorPages';
import { shown } from '../words/wording';

/** What a page remembers of itself: VS Code hands it back after a reload of the window. */
const remembered = record({ run: text(200) });

/** Whose page it is. A page that VS Code brings back learns the name with its first picture. */
export interface PageRun {
  readonly id: string;
  readonly name: string;
}

/** The pages of plans' runs: one for each. */
export const planPage = definePage({
  viewType: 'switchyard.plan',
  keyOf: ({ id }: PageRun) => id,
  titleOf: ({ name }) => shown(name, 60),
  remembered: state => (remembered(state) ? { id: state.run, name: '' } : undefined),
  async make(parts, { id }) {
    const { PlanPanel } = await import('./planPanel');
    return new PlanPanel({ ...parts, run: id });
  },
});
