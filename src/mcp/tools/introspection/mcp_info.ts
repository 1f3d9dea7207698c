import * as z from 'zod';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { MAX_EVENT_HISTORY } from '../../../core/resources/eventHistory';
import { heartbeatMs } from '../../../core/resources/heartbeat';
import { MAX_BODY_BYTES } from '../../../shared/httpExchange';
import { defineTool } from '../../toolkit/defineTool';
import { MAX_CHILDREN, MAX_CPU_SECONDS, MAX_MEMORY_MB } from '../../../modules/children/model/childTypes';
import { featureToggles } from '../../../modules/featureToggles';

/** Timings, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

export const mcpInfo = defineTool({
  name: 'mcp_info',
  title: 'Show server information',
  description: "Shows Switchyard's version, transports, toggles and limits, and which servers failed.",
  effect: 'reads',
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      server: z
        .strictObject({
          name: z.string().describe('Name.'),
          version: z.string().describe('Version.'),
          mcpVersion: z.string().describe('Latest supported protocol revision.'),
        })
        .describe('This server.'),
      transports: z
        .strictObject({
          stdio: z
            .strictObject({ enabled: z.boolean().describe('Whether it is enabled.') })
            .describe('Standard input and output.'),
          http: z
            .strictObject({
              enabled: z.boolean().describe('Whether it is enabled.'),
              host: z.string().nullable().describe('Listening address.'),
              port: z.int().nullable().describe('Listening address.'),
              path: z.string().nullable().describe('Path of the MCP endpoint.'),
              enableJson: z.boolean().describe('Whether answers may be plain JSON.'),
              stateless: z.boolean().describe('Whether it runs without sessions.'),
            })
            .describe('Streamable HTTP.'),
        })
        .describe('Transports.'),
      servers: z
        .strictObject({
          running: z.int().describe('Number running.'),
          failed: z
            .array(
              z.strictObject({
                name: z.string().describe('Catalog name.'),
                why: z.string().describe('Exit code and last output.'),
              }),
            )
            .describe('Servers that failed in their last run. A call restarts an active one.'),
        })
        .describe('Health of other servers.'),
      features: z.record(z.string(), z.boolean()).describe('Feature toggles.'),
      timings: z
        .strictObject({
          defaultTimeoutMs: z.int().describe('Time without a response before a call is abandoned.'),
          heartbeatIntervalMs: z.int().describe('Interval between HEARTBEAT events of a run.'),
        })
        .describe('In milliseconds.'),
      safety: z
        .strictObject({
          maxActiveServers: z.int().describe('Maximum active servers per session.'),
          activationsPerMinute: z.int().describe('Maximum activations per session in 60 s.'),
          maxChildren: z.int().describe('Maximum child agents at a time.'),
          memoryLimitMb: z.int().describe('Maximum memory_mb of a child agent. Held on Linux only.'),
          cpuLimitSeconds: z.int().describe('Maximum cpu_seconds of a child agent. Held on Linux only.'),
        })
        .describe('Limits of activations and child agents.'),
      limits: z
        .strictObject({
          maxInputBytes: z.int().describe('Maximum size of an HTTP request.'),
          defaultTimeoutMs: z.int().describe('Same as in timings.'),
          maxEventHistory: z.int().describe('Events kept for events_subscribe.'),
        })
        .describe('Limits of this server.'),
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
      safety: {
        maxActiveServers: maxActive,
        activationsPerMinute: maxPerMinute,
        maxChildren: MAX_CHILDREN,
        memoryLimitMb: MAX_MEMORY_MB,
        cpuLimitSeconds: MAX_CPU_SECONDS,
      },
      limits: {
        maxInputBytes: MAX_BODY_BYTES,
        defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
        maxEventHistory: MAX_EVENT_HISTORY,
      },
    };
  },
});
