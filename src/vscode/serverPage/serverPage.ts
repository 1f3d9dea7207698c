import { record, text } from '../../shared/webview/shape';
import { definePage } from '../webview/editorPages';
import { shown } from '../words/wording';

/** What a page remembers of itself: VS Code hands it back after a reload of the window. */
const remembered = record({ server: text(200) });

/** The pages of servers: one for each. */
export const serverPage = definePage({
  viewType: 'switchyard.server',
  keyOf: (server: string) => server,
  titleOf: server => shown(server, 60),
  remembered: state => (remembered(state) ? state.server : undefined),
  async make(parts, server) {
    const { ServerPanel } = await import('./serverPanel');
    return new ServerPanel({ ...parts, server });
  },
});
