import * as vscode from 'vscode';
import {
  type Choice,
  CHOICE_SETTINGS,
  type ChoiceKey,
  NUMBER_SETTINGS,
  type NumberKey,
  OTHER_SETTINGS,
} from '../../shared/settings';

/** A number as the user set it; what is none, or out of its limits, counts as the default. */
export function numberSetting(key: NumberKey): number {
  const { default: fallback, least, most } = NUMBER_SETTINGS[key];
  const value = valueOf(key);
  const isSensible = typeof value === 'number' && value >= least && value <= most;
  return isSensible ? Math.floor(value) : fallback;
}

/** A word as the user chose it; what is none of those there are counts as the default. */
export function choiceSetting<Key extends ChoiceKey>(key: Key): Choice<Key> {
  const choices: readonly Choice<Key>[] = CHOICE_SETTINGS[key];
  const value = valueOf(key);
  return choices.find(choice => choice === value) ?? CHOICE_SETTINGS[key][0];
}

/** A list of words as the user set it; what is no word is left out. */
export function listSetting(key: 'catalog.coreServers'): readonly string[] {
  const value = valueOf(key);
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : OTHER_SETTINGS[key];
}

/** A text as the user set it. */
export function textSetting(
  key:
    | 'search.embeddingsUrl'
    | 'search.embeddingsModel'
    | 'telemetry.endpoint'
    | 'mcpRegistry.url'
    | 'journal.url',
): string {
  const value = valueOf(key);
  return typeof value === 'string' ? value.trim() : OTHER_SETTINGS[key];
}

/** A yes or no as the user set it. */
export function flagSetting(
  key: 'statusBar.visible' | 'workflows.taskBlame' | 'telemetry.includeContent',
): boolean {
  const value = valueOf(key);
  return typeof value === 'boolean' ? value : OTHER_SETTINGS[key];
}

function valueOf(key: string): unknown {
  return vscode.workspace.getConfiguration('switchyard').get<unknown>(key);
}
