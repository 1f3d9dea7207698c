import type { UpstreamTool } from '../../registry/tool';
import type { AddressBook } from '../addresses/addressBook';
import type { KeptResults } from './keptResults';
import type { Session } from '../sessions/sessions';
import type { ToolResult } from '../upstream/upstream';

/** What an answer is delivered with. */
interface Delivery {
  readonly addresses: Pick<AddressBook, 'noteLinks'>;
  readonly results: Pick<KeptResults, 'cut'>;
  readonly maxBytes: number;
}

/** What a tool gave, as it goes to the model. */
export function delivered(
  session: Session,
  tool: UpstreamTool,
  result: ToolResult,
  { addresses, results, maxBytes }: Delivery,
): ToolResult {
  addresses.noteLinks(tool.server, result);
  return results.cut(result, {
    session: session.id,
    maxBytes,
    // VS Code hands structured content to the model in place of the text, and checks no schema.
    needsStructured: !session.isConversation && tool.definition.outputSchema !== undefined,
  });
}
