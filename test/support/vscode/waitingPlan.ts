/** The call of a plan that waits for longer than any test. */
export const WAITING_PLAN = {
  tool: 'plan_run_bt',
  arguments: {
    tree: { id: 'wait', root: { type: 'task', tool: 'wait', input: { duration_ms: 3_600_000 } } },
    background: true,
  },
};
