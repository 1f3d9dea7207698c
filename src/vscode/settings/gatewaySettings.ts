import * as vscode from 'vscode';
import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from '../../core/gateway/sessions/settings';
import { RETENTION_DAYS } from '../../core/journal/retention';
import { settingLevels } from './settingLevels';

const HEARTBEAT_MS = DEFAULT_GATEWAY_SETTINGS.heartbeatIntervalMs;

/** Days for which the events of tasks are kept, as the user set them. */
export function retentionDays(): number {
  const settings = vscode.workspace.getConfiguration('switchyard');
  const value = settings.get<unknown>('journal.retentionDays');
  return typeof value === 'number' && value >= 1 ? value : RETENTION_DAYS;
}

/** The gateway's limits as the user set them; a value that is no sensible number counts as its default. */
export function gatewaySettings(): GatewaySettings {
  const settings = vscode.workspace.getConfiguration('switchyard');
  const number = (key: string, fallback: number, least: number): number => {
    const value = settings.get<unknown>(key);
    return typeof value === 'number' && Number.isFinite(value) && value >= least
      ? Math.floor(value)
      : fallback;
  };
  const coreServers = settings.get<unknown>('catalog.coreServers');
  return {
    maxPerMinute: number('activation.maxPerMinute', DEFAULT_GATEWAY_SETTINGS.maxPerMinute, 1),
    maxActive: number('activation.maxActive', DEFAULT_GATEWAY_SETTINGS.maxActive, 1),
    idleMinutes: number('activation.idleMinutes', DEFAULT_GATEWAY_SETTINGS.idleMinutes, 0),
    heartbeatIntervalMs: number('events.heartbeatIntervalMs', HEARTBEAT_MS, 250),
    maxResultBytes: 1_024 * number('results.maxTextKiB', DEFAULT_GATEWAY_SETTINGS.maxResultBytes / 1_024, 0),
    warnAboveTokens: number('tokens.warnAbove', DEFAULT_GATEWAY_SETTINGS.warnAboveTokens, 0),
    warnAboveTools: number('tools.warnAbove', DEFAULT_GATEWAY_SETTINGS.warnAboveTools, 0),
    coreServers: Array.isArray(coreServers) ? coreServers.filter(id => typeof id === 'string') : [],
    mayAgentActivate: !settingLevels('activation.allowAgent').includes('never'),
  };
}
