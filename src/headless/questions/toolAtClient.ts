import { ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { ToolQuestion } from '../../core/gateway/tools/withheldTools';

/** Asks by elicitation: nothing is to be filled in, so accepting is the yes. A client that cannot ask has said no yes. */
export const askAboutTool: ToolQuestion = async (message, client, signal) => {
  const params = { message, requestedSchema: { type: 'object', properties: {} } };
  try {
    return (await client.ask('elicitation/create', params, signal))['action'] === 'accept';
  } catch (error) {
    if (error instanceof ProtocolError && !signal.aborted) return false;
    throw error;
  }
};
