/** Where entries come from that stand in no file. */
export const ORIGINS = {
  shipped: 'the registry that ships with Switchyard',
  chatAgent: 'an agent of this chat',
  round: 'an LLM round',
  userSettings: 'switchyard.servers (user settings)',
  workspaceSettings: 'switchyard.servers (workspace settings)',
  folderSettings: 'switchyard.servers (folder settings)',
} as const;
