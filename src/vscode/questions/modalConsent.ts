import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { isChild } from '../../core/catalog/entry/childEntry';
import { launchText, type LaunchWords } from '../../core/catalog/launch/launch';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { ConsentPrompt, LaunchRequest } from '../../core/gateway/launch/launchConsent';
import { NOTHING_GIVEN } from '../../core/gateway/launch/launchDecision';
import { numeral } from '../words/amounts';
import { originWords, publisherWords } from '../words/originWords';

/** What a person may want to know of a start, besides what starts. */
export interface StartFacts {
  /** What the chat is called whose agent asks; left out where a person does. */
  readonly chat?: string | undefined;
  /** How many tools it lists, and what they add to each request, in tokens; left out where nobody has seen them. */
  readonly tools?: number | undefined;
  readonly tokens?: number | undefined;
}

/** Asks the person in front of the window, with the whole command: VS Code itself asks nothing for us. */
export function modalConsent(factsOf: (request: LaunchRequest) => StartFacts): ConsentPrompt {
  return {
    async ask(request, signal) {
      if (signal.aborted) return 'unasked';
      const isHttp = request.entry.launch.type === 'http';
      const approve = approveLabel(request, isHttp);
      const { version } = request.approved ?? {};
      const keep = version === undefined ? [] : [vscode.l10n.t('Keep {0}', oneLine(version, 40))];
      const answer = await vscode.window.showWarningMessage(
        titleOf(request, isHttp),
        { modal: true, detail: detailOf(request, isHttp, factsOf(request)) },
        approve,
        ...keep,
      );
      return answer === approve ? 'yes' : 'no';
    },
    given: NOTHING_GIVEN,
    adviceAfterNo: entry =>
      // No list shows these: whoever calls again, has them asked again.
      isChild(entry) || entry.onlyFor !== undefined
        ? 'Ask the user what to do before you try again: they are then asked once more.'
        : 'The user can approve it when it is switched on again, e.g. with the command "Switchyard: Toggle MCP Server…".',
  };
}

function approveLabel({ approved, entry }: LaunchRequest, isHttp: boolean): string {
  if (isChild(entry)) return vscode.l10n.t('Start Agent');
  if (approved !== undefined) return vscode.l10n.t('Update');
  return isHttp ? vscode.l10n.t('Connect') : vscode.l10n.t('Start Server');
}

function titleOf({ server, isChanged, approved, entry }: LaunchRequest, isHttp: boolean): string {
  if (isChild(entry)) return vscode.l10n.t('Start a child agent with this command?');
  if (approved !== undefined) return vscode.l10n.t('Update the MCP server "{0}"?', server);
  if (isChanged) return vscode.l10n.t('The command of the MCP server "{0}" has changed. Start it?', server);
  if (isHttp) return vscode.l10n.t('Connect to the MCP server "{0}"?', server);
  return vscode.l10n.t('Start the MCP server "{0}"?', server);
}

function detailOf(
  { launch, entry, hidden, approved }: LaunchRequest,
  isHttp: boolean,
  facts: StartFacts,
): string {
  const { t } = vscode.l10n;
  const publisher = entry.publisher === undefined ? '' : ` · ${publisherWords(entry.publisher, t)}`;
  const what = isHttp
    ? vscode.l10n.t('Your requests and its headers are sent to this address.')
    : vscode.l10n.t('This runs a program on your machine with your permissions.');
  return [
    launchText(entry, launch, launchWords(), approved),
    t('From: {0}{1}', originWords(entry.origin, t), publisher),
    ...useLines(entry, facts),
    ...repositoryLines(entry, launch, hidden),
    `${what} ${vscode.l10n.t('You are asked again when the command changes.')}`,
  ].join('\n\n');
}

/** What for, for whom, and what it costs. What it is for are words of whoever wrote the entry, so they are quoted. */
function useLines(entry: CatalogEntry, { chat, tools, tokens }: StartFacts): readonly string[] {
  const { t } = vscode.l10n;
  const purpose = isChild(entry) ? '' : oneLine(entry.description, 160);
  const tongue = { language: vscode.env.language };
  const lines = [
    ...(purpose === '' ? [] : [t('Described as: "{0}"', purpose)]),
    ...(chat === undefined ? [] : [t('Asked by the agent of the chat "{0}".', oneLine(chat, 80))]),
    ...(tools === undefined || tokens === undefined
      ? []
      : [
          t(
            'Its tools ({0}) add about {1} tokens to each request.',
            numeral(tools, tongue),
            numeral(tokens, tongue),
          ),
        ]),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** What a repository has to do with it: its file says it, it took the place of another one, its code runs. */
function repositoryLines(
  { owner }: CatalogEntry,
  { runsWorkspaceCode }: LaunchRequest['launch'],
  hidden: readonly CatalogEntry[],
): readonly string[] {
  const { t } = vscode.l10n;
  const origins = [...new Set(hidden.map(({ origin }) => originWords(origin, t)))].join(', ');
  const sentences = [
    ...(owner === 'workspace' ? [t('This is defined in a workspace file.')] : []),
    ...(hidden.length === 0 ? [] : [t('It hides the server of the same name from: {0}', origins)]),
    ...(runsWorkspaceCode
      ? [t('It runs a workspace file: anyone who changes that file changes what runs.')]
      : []),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

/** The words between the parts of a launch, for the person in front of the window. */
export function launchWords(): LaunchWords {
  const { t } = vscode.l10n;
  return {
    headers: t('with headers'),
    signIn: t('with the sign-in'),
    variables: t('with variables'),
    unverified: t('Not verified: no one has confirmed that this is what its name claims.'),
    folder: path => t('in folder {0}', path),
    envFile: path => t('with the variables of the file {0}', path),
    ownFolder: t('in a Switchyard folder outside the workspace'),
    codeInFolder: t(
      'A package runner loads settings and programs from its working directory, so code there may run.',
    ),
    package: (from, name) => t('{0} package {1}', from, name),
    version: version => t('version {0}', version),
    noExactVersion: t('no exact version: the code may change without asking you'),
    update: (from, to) => t('Update from {0} to {1}', from, to),
    publisher: name => t('publisher: {0}', publisherWords(name, t)),
  };
}
