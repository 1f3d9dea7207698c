import * as z from 'zod';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { MAX_EVENT_HISTORY } from '../../../core/resources/eventHistory';
import { heartbeatMs } from '../../../core/resources/heartbeat';
import { MAX_BODY_BYTES } from '../../../shared/httpExchange';
import { defineTool } from '../../toolkit/defineTool';
import { featureToggles } from '../../../modules/featureToggles';

/** Timings, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

export const mcpInfo = defineTool({
  name: 'mcp_info',
  title: 'About this server',
  description:
    'Tells the version of Switchyard, how it is reached, its toggles and limits, which servers failed.',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    server: z
      .strictObject({
        name: z.string().describe('Its name.'),
        version: z.string().describe('Its version.'),
        mcpVersion: z.string().describe('Newest protocol revision it speaks.'),
      })
      .describe('This server.'),
    transports: z
      .strictObject({
        stdio: z
          .strictObject({ enabled: z.boolean().describe('Whether it is used.') })
          .describe('Standard input and output.'),
        http: z
          .strictObject({
            enabled: z.boolean().describe('Whether it is used.'),
            host: z.string().nullable().describe('Where it listens.'),
            port: z.int().nullable().describe('Where it listens.'),
            path: z.string().nullable().describe('Where MCP is spoken.'),
            enableJson: z.boolean().describe('Whether answers may be plain JSON.'),
            stateless: z.boolean().describe('Whether it works without sessions.'),
          })
          .describe('Streamable HTTP.'),
      })
      .describe('How it is reached.'),
    servers: z
      .strictObject({
        running: z.int().describe('How many run.'),
        failed: z
          .array(
            z.strictObject({
              name: z.string().describe('Its catalog name.'),
              why: z.string().describe('Exit code and last words.'),
            }),
          )
          .describe('Those that failed when they ran last. A call starts an active one again.'),
      })
      .describe('Health of other servers.'),
    features: z.record(z.string(), z.boolean()).describe('Feature toggles.'),
    timings: z
      .strictObject({
        defaultTimeoutMs: z.int().describe('Silence after which a call is given up.'),
        heartbeatIntervalMs: z.int().describe('Between two HEARTBEAT events of a run.'),
      })
      .describe('In milliseconds.'),
    safety: z
      .strictObject({
        maxActiveServers: z.int().describe('Servers active at once, per session.'),
        activationsPerMinute: z.int().describe('Activations in any 60 s, per session.'),
      })
      .describe('Limits on what is started.'),
    limits: z
      .strictObject({
        maxInputBytes: z.int().describe('Size of one request over HTTP.'),
        defaultTimeoutMs: z.int().describe('As in timings.'),
        maxEventHistory: z.int().describe('Events kept for events_subscribe.'),
      })
      .describe('Bounds of this server.'),
  }),
  handle(_input, { info: current, gateway, caller }) {
    const info = current();
    const { maxActive, maxPerMinute, heartbeatIntervalMs } = gateway.settings();
    const rows = gateway.environment(caller.session);
    return {
      server: { name: 'switchyard', version: info.version, mcpVersion: LATEST_PROTOCOL_VERSION },
      transports: {
        stdio: { ...info.transports.stdio },
        http: { ...info.transports.http, enableJson: true, stateless: false },
      },
      servers: {
        running: rows.filter(({ health }) => health === 'running').length,
        failed: rows.flatMap(({ id, failure }) =>
          failure === undefined ? [] : [{ name: id, why: oneLine(failure, 400) }],
        ),
      },
      features: featureToggles(module => gateway.isModuleOn(caller, module)),
      timings: {
        defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
        heartbeatIntervalMs: heartbeatMs(heartbeatIntervalMs),
      },
      safety: { maxActiveServers: maxActive, activationsPerMinute: maxPerMinute },
      limits: {
        maxInputBytes: MAX_BODY_BYTES,
        defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
        maxEventHistory: MAX_EVENT_HISTORY,
      },
    };
  },
});
