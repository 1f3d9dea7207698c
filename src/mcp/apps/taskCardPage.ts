/**
 * The page of a completed task (MCP Apps, 2026-01-26): its name, state, files, and a way to the review. It needs nothing from anywhere, calls no
 * tool, and writes all texts as text. A review stays a person's act: the button opens the task in the editor, where people approve.
 */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 12px; font: 13px/1.45 var(--font-sans, system-ui, sans-serif); color: var(--color-text-primary, CanvasText);
  background: var(--color-background-primary, Canvas); }
h1 { margin: 0 0 4px; font-size: 14px; overflow-wrap: anywhere; }
p { margin: 4px 0; overflow-wrap: anywhere; }
ul { margin: 8px 0; padding: 0; list-style: none; max-height: 240px; overflow: auto; }
li { display: flex; gap: 8px; font-family: var(--font-mono, ui-monospace, monospace); font-size: 12px; overflow-wrap: anywhere; }
li > span:first-child { flex: none; width: 1.2em; opacity: .7; }
li > span:nth-child(2) { flex: 1; min-width: 0; }
li > .muted { flex: none; }
.muted { opacity: .75; }
button { font: inherit; padding: 4px 12px; border-radius: 4px; border: 1px solid currentcolor; background: transparent; color: inherit;
  cursor: pointer; }
button:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
`;

const SCRIPT = `
(() => {
  const FRENCH = {
    'Done': 'Terminée', 'Partial': 'Terminée en partie', 'Failed': 'Échouée', 'Cancelled': 'Annulée', 'Reverted': 'Retirée',
    'Needs your review': 'Attend votre révision', 'No file changed': 'Aucun fichier modifié', 'Review in Editor': 'Examiner dans l\\u2019éditeur',
    'Open in Editor': 'Ouvrir dans l\\u2019éditeur', 'file changed': 'fichier modifié', 'files changed': 'fichiers modifiés', 'more': 'de plus',
    'outside the declared areas': 'hors des zones déclarées',
    'Changes unknown': 'Modifications inconnues', 'Waiting for the result…': 'En attente du résultat…',
  };
  let french = false;
  let openLinks = false;
  let shown;
  const t = text => (french && FRENCH[text]) || text;
  const main = document.getElementById('card');
  const waiting = new Map();
  let last = 0;
  const post = message => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const ask = (method, params) => new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, { resolve, reject });
    post({ id: last, method, params });
  });
  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const record = value => (value !== null && typeof value === 'object' ? value : {});
  const list = value => (Array.isArray(value) ? value : []);
  const titles = { success: 'Done', partial_success: 'Partial', failed: 'Failed', cancelled: 'Cancelled', reverted: 'Reverted', awaiting_review: 'Needs your review' };
  const rows = files => [
    ...list(files.added).map(path => ['+', String(path), String(path)]),
    ...list(files.modified).map(path => ['~', String(path), String(path)]),
    ...list(files.deleted).map(path => ['−', String(path), String(path)]),
    ...list(files.renamed).map(move => ['→', String(record(move).from) + ' → ' + String(record(move).to), String(record(move).to)]),
  ];
  const linesOf = data => new Map(list(record(data.attribution).own).map(change => {
    const { path, insertions, deletions } = record(change);
    const said = [['+', insertions], ['−', deletions]].filter(([, lines]) => Number.isInteger(lines) && lines > 0);
    return [String(path), said.map(([sign, lines]) => sign + lines).join(' ')];
  }));
  // The lists are cut, the counts are not.
  const countOf = (data, name, listed) => {
    const count = record(data.counts)[name];
    return Number.isInteger(count) ? count : listed;
  };
  const countsOf = (files, outside, commits) => [
    files === 0 ? t('No file changed') : files + ' ' + t(files === 1 ? 'file changed' : 'files changed'),
    ...(outside === 0 ? [] : [outside + ' ' + t('outside the declared areas')]),
    ...(commits === 0 ? [] : [commits + (commits === 1 ? ' commit' : ' commits')]),
  ].join(', ');
  // Said in the counts already.
  const OF_AREAS = /modified outside declared scope/;
  const MOST = 50;
  const draw = result => {
    shown = result;
    const data = record(record(result).structuredContent);
    const status = String(data.status ?? '');
    const state = t(titles[status] ?? (status === '' ? 'Waiting for the result…' : status));
    const isNamed = typeof data.name === 'string' && data.name.trim() !== '';
    const parts = isNamed ? [element('h1', data.name), element('p', state, 'muted')] : [element('h1', state)];
    if (typeof data.unknown === 'string') parts.push(element('p', t('Changes unknown') + ': ' + data.unknown));
    const files = rows(record(data.files_changed));
    const outside = new Set(list(record(data.verification).unexpected_files).map(String));
    const total = countOf(data, 'own', files.length);
    const lines = linesOf(data);
    if (status !== '') parts.push(element('p', countsOf(total, countOf(data, 'outside', outside.size), countOf(data, 'commits', list(data.commits).length))));
    if (files.length > 0) {
      const rowsElement = element('ul');
      for (const [sign, text, path] of files.slice(0, MOST)) {
        const row = element('li');
        const beside = [lines.get(path), outside.has(path) ? '⚠' : ''].filter(Boolean).join(' ');
        row.append(element('span', sign), element('span', text), ...(beside === '' ? [] : [element('span', beside, 'muted')]));
        if (outside.has(path)) row.title = t('outside the declared areas');
        rowsElement.append(row);
      }
      if (total > MOST) rowsElement.append(element('li', '… ' + (total - MOST) + ' ' + t('more')));
      parts.push(rowsElement);
    }
    const warnings = list(record(data.verification).warnings).map(String).filter(text => outside.size === 0 || !OF_AREAS.test(text));
    for (const warning of warnings.slice(0, 5)) parts.push(element('p', '⚠ ' + warning.replace(/^⚠\\uFE0F? */, '')));
    if (openLinks && /^[\\w-]{1,100}$/.test(String(data.task_id ?? ''))) {
      const button = element('button', t(status === 'awaiting_review' ? 'Review in Editor' : 'Open in Editor'));
      button.addEventListener('click', () => {
        ask('ui/open-link', { url: 'vscode://switchyard.switchyard/task/' + data.task_id }).catch(() => undefined);
      });
      parts.push(button);
    }
    main.replaceChildren(...parts);
    const { width, height } = main.getBoundingClientRect();
    post({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width) + 24, height: Math.ceil(height) + 24 } });
  };
  const inContext = context => {
    const { theme, locale } = record(context);
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
    if (typeof locale === 'string') french = locale.toLowerCase().startsWith('fr');
    for (const [name, value] of Object.entries(record(record(record(context).styles).variables)))
      if (name.startsWith('--') && typeof value === 'string') document.documentElement.style.setProperty(name, value);
  };
  window.addEventListener('message', ({ data }) => {
    const message = record(data);
    if (message.jsonrpc !== '2.0') return;
    if (message.method === undefined) {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) asked?.resolve(message.result);
      else asked?.reject(new Error('refused'));
    } else if (message.method === 'ui/notifications/tool-result') draw(message.params);
    else if (message.method === 'ui/notifications/host-context-changed') {
      inContext(message.params);
      draw(shown);
    } else if (message.id !== undefined) post({ id: message.id, result: {} });
  });
  draw(undefined);
  ask('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'switchyard-task', version: '1' },
    appCapabilities: {},
  }).then(result => {
    const { hostCapabilities, hostContext } = record(result);
    openLinks = record(hostCapabilities).openLinks !== undefined;
    inContext(hostContext);
    post({ method: 'ui/notifications/initialized', params: {} });
    draw(shown);
  }, () => undefined);
})();
`;

/** Nothing is loaded, sent or framed; what runs is in the page. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The whole page. */
export const TASK_CARD_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>Task</title>
<style>${STYLE}</style>
</head>
<body>
<main id="card" aria-live="polite"></main>
<script>${SCRIPT}</script>
</body>
</html>
`;
