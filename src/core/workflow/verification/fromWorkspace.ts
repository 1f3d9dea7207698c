/**
 * A path or pattern from the workspace folder on. Many agents name files by absolute paths, which no path of a record begins with:
 * without this, all that such a task changes would count as outside its areas.
 * @param workspace key of the workspace: its folder, or another name that no path begins with
 */
export function fromWorkspace(path: string, workspace: string): string {
  const plain = path.trim().replaceAll('\\', '/');
  const folder = workspace.replaceAll('\\', '/').replace(/\/+$/, '');
  if (folder === '' || (plain !== folder && !plain.startsWith(`${folder}/`))) return path;
  return plain.slice(folder.length).replace(/^\/+/, '') || '.';
}
