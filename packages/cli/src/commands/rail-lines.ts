import type { Treasury } from "@agent-treasury/treasury-core";
import { dollars } from "./dollars.ts";

export type ReconciledRails = Awaited<ReturnType<Treasury["reconcileRails"]>>["rails"];
type ReconciledRail = ReconciledRails[number];
type RailFinding = ReconciledRail["findings"][number];

/** Whether a person has to act on it. */
export function hasRailProblem({ problem, findingCount }: ReconciledRail): boolean {
  return problem !== null || findingCount > 0;
}

export function railLines(rails: ReconciledRails): readonly string[] {
  return rails.flatMap((compared) => {
    const { rail, mode, problem, movements, captures, findings, findingCount } = compared;
    const title = `${rail} (${mode ?? "no key"})`;
    if (problem !== null) return [title, `  not compared: ${problem}`];
    return [
      title,
      `  left       ${dollars(movements.amountUsd)} in ${movements.count} payments`,
      `  in ledger  ${dollars(captures.amountUsd)} in ${captures.count} captures`,
      ...findings.map(findingLine),
      findingCount === 0
        ? "The account and the ledger agree."
        : `${findingCount} differences${findings.length < findingCount ? `, the newest ${findings.length} listed` : ""}.`,
    ];
  });
}

function findingLine(finding: RailFinding): string {
  const { kind, id, movedUsd, capturedUsd, at, workspaceId, proposalId } = finding;
  const amounts = [
    ...(movedUsd === null ? [] : [`${dollars(movedUsd)} left`]),
    ...(capturedUsd === null ? [] : [`${dollars(capturedUsd)} in ledger`]),
  ].join(", ");
  const spend = proposalId === null ? "" : `  ${workspaceId ?? ""}  ${proposalId}`;
  return `  ${kind}  ${amounts}  ${id}  ${at}${spend}`;
}
