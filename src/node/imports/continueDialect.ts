import { changeTextsIn, compact, type Dialect, type Raw, recordOf } from './dialect';

/** `config.yaml` of Continue and the files of its folder `mcpServers`: a list of servers, each with its name. */
export const continueDialect: Dialect = {
  syntax: 'yaml',
  lists: () => [['mcpServers']],
  // A block of its hub, which only Continue can fetch.
  isPassedOver: server => server['uses'] !== undefined,
  translate: continueWords,
  reads: ['requestOptions', 'apiKey', 'connectionTimeout', 'faviconUrl', 'sourceFile'],
};

/** A server of Continue in the words of our own servers file. */
export function continueWords(theirs: Raw): Raw {
  const { requestOptions, apiKey, connectionTimeout, ...rest } = theirs;
  const headers = {
    ...recordOf(rest['headers']),
    ...(typeof apiKey === 'string' ? { Authorization: `Bearer ${apiKey}` } : {}),
    ...recordOf(recordOf(requestOptions)['headers']),
  };
  const given = compact({
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    start_timeout: connectionTimeout,
  });
  return changeTextsIn({ ...rest, ...given }, secretVariables);
}

/** `${{ secrets.NAME }}`, which Continue takes from a file of the user's or from its environment; a name may have the hub's owner before it. */
function secretVariables(text: string): string {
  return text.replaceAll(/\$\{\{\s*(?:secrets|inputs)\.(?:[\w.-]+\/)*([A-Za-z_]\w*)\s*\}\}/g, '${env:$1}');
}
