import { addressProblem } from '../net/endpointAddress';

/** The registry of the Model Context Protocol itself. */
export const OFFICIAL_REGISTRY = 'https://registry.modelcontextprotocol.io';

/** Why a registry can't be read at this address, as a sentence; undefined where it can. */
export function registryProblem(url: string): string | undefined {
  return addressProblem(url, 'MCP registry');
}
