import { type AuthServer, authServerOver, type AuthWishes } from './authServer';
import { httpServer } from './httpServer';
import { type ProtectedMcp, protectedMcpOver, type ProtectedWishes } from './protectedMcp';
import { type Gate, olderMcpOver, type OnCall, type RemoteMcp, remoteMcpOver } from './remoteMcp';

/** An MCP server over streamable HTTP, until the test ends. */
export async function remoteMcp(gate?: Gate, onCall?: OnCall): Promise<RemoteMcp> {
  return await remoteMcpOver(httpServer, gate, onCall);
}

/** An MCP server of the older kind, until the test ends. */
export async function olderMcp(): ReturnType<typeof olderMcpOver> {
  return await olderMcpOver(httpServer);
}

/** An authorization server, until the test ends. */
export async function authServer(wishes?: AuthWishes): Promise<AuthServer> {
  return await authServerOver(httpServer, wishes);
}

/** An MCP server that wants a sign-in, until the test ends. */
export async function protectedMcp(auth: AuthServer, wishes?: ProtectedWishes): Promise<ProtectedMcp> {
  return await protectedMcpOver(httpServer, auth, wishes);
}
