import type { Tool } from '../../../mcp/toolkit/defineTool';
import { cnpAnnounce } from './cnp_announce';
import { cnpAward } from './cnp_award';
import { cnpBid } from './cnp_bid';
import { cnpCancel } from './cnp_cancel';
import { cnpComplete } from './cnp_complete';
import { cnpList } from './cnp_list';
import { cnpRefreshBounds } from './cnp_refresh_bounds';
import { cnpRegisterAgent } from './cnp_register_agent';
import { cnpWatcherTelemetry } from './cnp_watcher_telemetry';

/** The tools of the contract net, in the order they are listed. */
export const CONTRACT_NET_TOOLS: readonly Tool[] = [
  cnpAnnounce,
  cnpBid,
  cnpAward,
  cnpComplete,
  cnpCancel,
  cnpRegisterAgent,
  cnpList,
  cnpRefreshBounds,
  cnpWatcherTelemetry,
];
