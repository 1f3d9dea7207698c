import { z } from 'zod';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { MAX_BODY_BYTES } from '../../../shared/httpExchange';
import { defineTool } from '../../defineTool';
import { featureToggles } from '../../featureToggles';
import { MAX_EVENTS } from '../../http/eventLog';

/** Seed 2's timings, as far as something here runs on them, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 60_000;

export const mcpInfo = defineTool({
  name: 'mcp_info',
  title: 'About this server',
  description:
    'Tells the version of Switchyard, how it is reached, which feature toggles are on, and its limits.',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    server: z.strictObject({ name: z.string(), version: z.string(), mcpVersion: z.string() }),
    transports: z.strictObject({
      stdio: z.strictObject({ enabled: z.boolean() }),
      http: z.strictObject({
        enabled: z.boolean(),
        host: z.string().nullable(),
        port: z.int().nullable(),
        path: z.string().nullable(),
        enableJson: z.boolean(),
        stateless: z.boolean(),
      }),
    }),
    features: z.record(z.string(), z.boolean()),
    timings: z.strictObject({ defaultTimeoutMs: z.int() }),
    safety: z.strictObject({ maxActiveServers: z.int(), activationsPerMinute: z.int() }),
    limits: z.strictObject({ maxInputBytes: z.int(), defaultTimeoutMs: z.int(), maxEventHistory: z.int() }),
  }),
  handle(_input, { info, gateway, caller }) {
    const { maxActive, maxPerMinute } = gateway.settings();
    return {
      server: { name: 'switchyard', version: info.version, mcpVersion: LATEST_PROTOCOL_VERSION },
      transports: {
        stdio: { ...info.transports.stdio },
        http: { ...info.transports.http, enableJson: true, stateless: false },
      },
      features: featureToggles(module => gateway.isModuleOn(caller, module)),
      timings: { defaultTimeoutMs: DEFAULT_TIMEOUT_MS },
      safety: { maxActiveServers: maxActive, activationsPerMinute: maxPerMinute },
      limits: {
        maxInputBytes: MAX_BODY_BYTES,
        defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
        maxEventHistory: MAX_EVENTS,
      },
    };
  },
});
