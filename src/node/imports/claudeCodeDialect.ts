import {
  bracedVariables,
  changeTextsIn,
  type Dialect,
  listsText,
  type Raw,
  recordOf,
  STRICT_JSON,
} from './dialect';

/** `~/.claude.json`: the servers of this project, kept under its path, come before those for every project. */
export const claudeCodeDialect: Dialect = {
  syntax: STRICT_JSON,
  lists: (root, { workspaceFolder }) => [
    ...projectKeys(root, workspaceFolder).map(key => ['projects', key, 'mcpServers']),
    ['mcpServers'],
  ],
  translate: server => changeTextsIn(server, bracedVariables),
  isSwitchedOff: (root, name, { workspaceFolder }) =>
    projectKeys(root, workspaceFolder).some(key =>
      listsText(recordOf(recordOf(root['projects'])[key])['disabledMcpServers'], name),
    ),
};

/** The project's path as it stands in the file: on Windows either slash is used. */
function projectKeys(root: Raw, folder: string | undefined): readonly string[] {
  if (folder === undefined) return [];
  const wanted = comparable(folder);
  return Object.keys(recordOf(root['projects'])).filter(key => comparable(key) === wanted);
}

function comparable(folder: string): string {
  const plain = folder.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
  return /^[a-z]:/i.test(plain) ? plain.toLowerCase() : plain;
}
