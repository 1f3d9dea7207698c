import { record, text } from '../../shared/webview/shape';
import { definePage } from '../webview/editorPages';
import { shown } from '../words/wording';

/** What a page remembers of itself: VS Code hands it back after a reload of the window. */
const remembered = record({ task: text(200) });

/** Whose page it is. A page that VS Code brings back learns the name with its first picture. */
export interface PageTask {
  readonly id: string;
  readonly name: string;
}

/** The pages of tasks: one for each. */
export const taskPage = definePage({
  viewType: 'switchyard.task',
  keyOf: ({ id }: PageTask) => id,
  titleOf: ({ name }) => shown(name, 60),
  remembered: state => (remembered(state) ? { id: state.task, name: '' } : undefined),
  async make(parts, { id }) {
    const { TaskPanel } = await import('./taskPanel');
    return new TaskPanel({ ...parts, task: id });
  },
});
