import type { OwnPrompt } from './ownPrompt';

/** How agents share a blackboard and leave trails for each other, call by call. */
export const WORK_TOGETHER: OwnPrompt = {
  name: 'work_together',
  title: 'Work together with other agents',
  description:
    'Lets several agents (two chats, or a chat and another program) work on one goal through a blackboard and trails. Use it once in each.',
  arguments: [
    {
      name: 'goal',
      description: 'The shared goal, in the same words in each chat.',
      required: true,
      fits: /^[\s\S]{1,2000}$/,
      rule: 'must be a goal of 1 to 2000 characters',
    },
    {
      name: 'role',
      description: 'lead (splits up the goal) or worker. By default, the first agent leads.',
      required: false,
      fits: /^(?:lead|worker)$/,
      rule: 'must be lead or worker',
      values: ['lead', 'worker'],
    },
    {
      name: 'board',
      description: 'A short name that all agents use. Default: "team".',
      required: false,
      fits: /^[a-z0-9-]{1,40}$/,
      rule: 'must be 1 to 40 lowercase letters, digits or hyphens',
    },
  ],
  async text({ goal = '', role = '', board = '' }) {
    const { workTogetherText } = await import('./workTogetherText');
    return workTogetherText(goal.trim(), role.trim(), board.trim() || 'team');
  },
};
