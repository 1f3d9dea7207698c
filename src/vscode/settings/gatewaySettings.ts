import type { GatewaySettings } from '../../core/gateway/sessions/settings';
import { listSetting, numberSetting } from './setting';
import { settingLevels } from './settingLevels';

/** What the user set about the gateway. */
export function gatewaySettings(): GatewaySettings {
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
