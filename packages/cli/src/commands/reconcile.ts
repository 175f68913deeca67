import { openDeployment } from "@agent-treasury/server";
import {
  type ReconcileFinding,
  type Reconciliation,
  type Treasury,
  isTreasuryError,
} from "@agent-treasury/treasury-core";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, type Run, databaseOption, momentOf } from "./command.ts";
import { openExistingDatabase } from "./database.ts";
import { dollars } from "./dollars.ts";
import { type ReconciledRails, hasRailProblem, railLines } from "./rail-lines.ts";

const defaultPeriodMs = 30 * 86_400_000;
const noProcessor =
  "No payment processor is connected. Set STRIPE_SECRET_KEY to the server's value, or read the server's settings with --env-file.";

interface ReconcileOptions {
  readonly from?: Date;
  readonly to?: Date;
  readonly dryRun?: boolean;
}

export function addReconcile(program: Command, run: Run): void {
  program
    .command("reconcile [workspace]")
    .summary("compare payment processor and payment executors with the ledger")
    .description(
      `Compares the payments that the processor collected in a period with the ledger, for one
workspace or all, and credits payments whose webhooks are missing. Also reports the
processor's fees, which are not in the ledger. For all workspaces, also lists what left the
accounts of payment executors without a record in the ledger, and the reverse, until now.
Reads the same settings as the server. Exits with 1 if a payment is missing, failed, or has
another amount.`,
    )
    .addOption(databaseOption())
    .option(
      "--from <moment>",
      "a day (2026-11-01) or a time with a time zone (2026-11-01T08:00:00Z), default: 30 days before --to",
      momentOf("--from"),
    )
    .option("--to <moment>", "the same, default: now", momentOf("--to"))
    .option("--dry-run", "only compare, without crediting payments")
    .action(run(reconcile));
}

async function reconcile({
  argument: workspaceId,
  options: {
    json,
    to = new Date(),
    from = new Date(to.getTime() - defaultPeriodMs),
    dryRun = false,
  },
  env,
  output,
}: Given<ReconcileOptions>): Promise<0 | 1> {
  const storage = await openExistingDatabase(env);
  // A credit can be the first entry of a workspace, which applies the server's settings.
  const { treasury, parts } = await openDeployment({ env, storage });
  try {
    // An account is of all workspaces, so that it cannot be compared with one.
    const { rails } =
      workspaceId === undefined ? await treasury.reconcileRails({ from }) : { rails: [] };
    const asked = { workspaceId, from, to, dryRun };
    const deposits = parts.payments === null ? null : await compared(treasury, asked, rails);
    if (deposits === null && rails.length === 0) throw new CommandError(noProcessor);
    if (json) output.print({ ...deposits, rails });
    else {
      const lines = [...(deposits === null ? [] : depositLines(deposits)), ...railLines(rails)];
      for (const line of lines) output.print(line);
    }
    const isLeft = deposits?.findings.some(isLeftOver) === true || rails.some(hasRailProblem);
    return isLeft ? 1 : 0;
  } finally {
    await treasury.close();
  }
}

/** Null for a processor without records, if there are accounts to compare. */
async function compared(
  treasury: Treasury,
  request: Parameters<Treasury["reconcile"]>[0],
  rails: ReconciledRails,
): Promise<Reconciliation | null> {
  try {
    return await treasury.reconcile(request);
  } catch (error) {
    const hasNoRecords = isTreasuryError(error) && error.code === "payments_not_connected";
    if (hasNoRecords && rails.length > 0) return null;
    throw error;
  }
}

/** Whether a person has to act on it. */
function isLeftOver({ outcome }: ReconcileFinding): boolean {
  return outcome === "missing" || outcome === "failed" || outcome === "amount_differs";
}

function depositLines(found: Reconciliation): readonly string[] {
  const { provider, mode, from, to, collected, reversed, inLedger, fees, feesUnknown } = found;
  const unknown = feesUnknown === 0 ? "" : `, unknown for ${feesUnknown} payments`;
  return [
    `${provider} (${mode}), ${from} to ${to}`,
    `  collected  ${dollars(collected.amountUsd)} in ${collected.count} payments`,
    `  reversed   ${dollars(reversed.amountUsd)} in ${reversed.count} movements`,
    `  in ledger  ${dollars(inLedger.amountUsd)} in ${inLedger.count} movements, before this run`,
    `  fees       ${dollars(fees.amountUsd)}, not in the ledger${unknown}`,
    ...found.findings.map(describeFinding),
    found.findings.length === 0
      ? "The ledger is complete."
      : `${found.findings.length} of them were missing from the ledger or different.`,
  ];
}

function describeFinding(finding: ReconcileFinding): string {
  const { workspaceId, kind, id, amountUsd, at, outcome, problem } = finding;
  const why = problem === null ? "" : `: ${problem}`;
  return `  ${outcome}  ${workspaceId}  ${kind}  ${dollars(amountUsd)}  ${id}  ${at}${why}`;
}
