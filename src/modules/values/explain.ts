import type { Contribution, Violation } from './scoring';

/** A violation in words, with what causes it most. */
export interface Explained {
  readonly value: string;
  readonly label: string | null;
  readonly severity: number;
  readonly tolerance: number | null;
  readonly nodeId: string | null;
  readonly nodeLabel: string | null;
  readonly rationale: string | null;
  /** What to do. */
  readonly hint: string;
  /** The largest risk. */
  readonly primary: Contribution | null;
}

/** Says of each violation what causes it most, and what to do. `labels`: names of nodes, by ID. */
export function explained(
  violations: readonly Violation[],
  labels: ReadonlyMap<string, string> = new Map(),
): readonly Explained[] {
  return violations.map(violation => {
    const primary = primaryOf(violation);
    const { nodeId = null, rationale = null } = primary?.impact ?? violation.impact ?? {};
    const { value = null } = violation.standing ?? {};
    return {
      value: violation.value,
      label: value?.label ?? null,
      severity: violation.severity,
      tolerance: value?.tolerance ?? null,
      nodeId,
      nodeLabel: nodeId === null ? null : (labels.get(nodeId) ?? null),
      rationale,
      hint: hintOf(violation, primary, nodeId),
      primary,
    };
  });
}

function primaryOf({ standing }: Violation): Contribution | null {
  const risks = (standing?.contributions ?? []).filter(({ kind }) => kind === 'risk');
  return risks.reduce<Contribution | null>(
    (most, each) => (most === null || each.amount > most.amount ? each : most),
    null,
  );
}

function hintOf({ value, standing }: Violation, primary: Contribution | null, node: string | null): string {
  if (standing === null) return `"${value}" is not set. Call values_set with it, or correct its name.`;
  const where = node === null ? 'the plan' : `"${node}"`;
  const what = primary?.via === undefined || primary.via === null ? '' : ` (through "${primary.via}")`;
  return `Change ${where} to lower its risk for "${value}"${what}, or support the value elsewhere in the plan.`;
}
