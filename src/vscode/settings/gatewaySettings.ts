import * as vscode from 'vscode';
import type { GatewaySettings } from '../../core/gateway/sessions/settings';
import type { Disposable } from '../../core/support/disposable';
import { listSetting, numberSetting } from './setting';
import { settingLevels } from './settingLevels';

/** What the user set about the gateway. */
function gatewaySettings(): GatewaySettings {
  return {
    maxPerMinute: numberSetting('activation.maxPerMinute'),
    maxActive: numberSetting('activation.maxActive'),
    idleMinutes: numberSetting('activation.idleMinutes'),
    heartbeatIntervalMs: numberSetting('events.heartbeatIntervalMs'),
    maxResultBytes: 1_024 * numberSetting('results.maxTextKiB'),
    warnAboveTokens: numberSetting('tokens.warnAbove'),
    warnAboveTools: numberSetting('tools.warnAbove'),
    coreServers: listSetting('catalog.coreServers'),
    mayAgentActivate: !settingLevels('activation.allowAgent').includes('never'),
  };
}

/**
 * The same, read again only after a setting changed: VS Code takes a millisecond to read them, and each server of a catalog and
 * each call asks (300 servers, 400 ms for one picture, measured).
 */
export class KeptGatewaySettings implements Disposable {
  #kept: GatewaySettings | undefined;
  readonly #watch = vscode.workspace.onDidChangeConfiguration(() => {
    this.#kept = undefined;
  });

  readonly read = (): GatewaySettings => (this.#kept ??= gatewaySettings());

  dispose(): void {
    this.#watch.dispose();
  }
}
