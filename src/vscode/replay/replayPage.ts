import { record, text } from '../../shared/webview/shape';
import { definePage } from '../webview/editorPages';
import { replayTitle } from './replayTitle';

/** What a page remembers of itself: VS Code hands it back after a reload of the window. */
const remembered = record({ workflow: text(200) });

/** Whose replay it is. A page that VS Code brings back learns the name with its first picture. */
export interface PageWorkflow {
  readonly id: string;
  readonly name: string;
}

/** The replays of workflows: one page for each. */
export const replayPage = definePage({
  viewType: 'switchyard.replay',
  keyOf: ({ id }: PageWorkflow) => id,
  titleOf: ({ name }) => replayTitle(name),
  remembered: state => (remembered(state) ? { id: state.workflow, name: '' } : undefined),
  async make(parts, { id }) {
    const { ReplayPanel } = await import('./replayPanel');
    return new ReplayPanel({ ...parts, workflow: id });
  },
});
