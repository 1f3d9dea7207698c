import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Core } from '../core/core';
import { Refusal } from '../core/support/refusal';
import {
  listWorkflowResources,
  readWorkflowResource,
  WORKFLOW_RESOURCE_TEMPLATE,
} from './tools/workflow/workflowResources';

/** The protocol's code for an address that nothing stands under (MCP 2025-11-25, resources). */
const RESOURCE_NOT_FOUND = -32_002;

/** Serves what is recorded as resources under `sc://`. */
export function serveResources(server: Server, { workflows }: Pick<Core, 'workflows'>): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: listWorkflowResources(workflows),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [WORKFLOW_RESOURCE_TEMPLATE],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => {
    try {
      return { contents: [readWorkflowResource(params.uri, workflows)] };
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      const code = error.code.startsWith('unknown') ? RESOURCE_NOT_FOUND : ErrorCode.InvalidRequest;
      throw new McpError(code, error.message);
    }
  });
}
