import type { OwnPrompt } from './ownPrompt';

/** How an agent makes one plan of many calls, call by call. */
export const WRITE_PLAN: OwnPrompt = {
  name: 'write_plan',
  title: 'Do many steps as one plan',
  description:
    'Has the agent write the steps towards a goal as a behavior tree, check it, and run it in one call.',
  arguments: [
    {
      name: 'goal',
      description: 'What the steps are for.',
      required: true,
      fits: /^[\s\S]{1,2000}$/,
      rule: 'must be a goal of 1 to 2000 characters',
    },
  ],
  async text({ goal = '' }) {
    const { writePlanText } = await import('./writePlanText');
    return writePlanText(goal.trim());
  },
};
