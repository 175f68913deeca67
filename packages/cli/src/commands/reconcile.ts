import { openDeployment } from "@agent-treasury/server";
import type { ReconcileFinding, Reconciliation } from "@agent-treasury/treasury-core";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, type Run, databaseOption, momentOf } from "./command.ts";
import { openExistingDatabase } from "./database.ts";

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
    .summary("compare the payment processor's records with the ledger")
    .description(
      `Compares the payments that the processor collected in a period with the ledger, for one
workspace or all, and credits payments whose webhooks are missing. Also reports the
processor's fees, which are not in the ledger. Reads the same settings as the server.
Exits with 1 if a payment is missing, failed, or has another amount.`,
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
    if (parts.payments === null) throw new CommandError(noProcessor);
    const found = await treasury.reconcile({ workspaceId, from, to, dryRun });
    output.print(json ? JSON.stringify(found, null, 2) : describe(found));
    return found.findings.some(isLeftOver) ? 1 : 0;
  } finally {
    await treasury.close();
  }
}

/** Whether a person has to act on it. */
function isLeftOver({ outcome }: ReconcileFinding): boolean {
  return outcome === "missing" || outcome === "failed" || outcome === "amount_differs";
}

function describe(found: Reconciliation): string {
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
  ].join("\n");
}

function describeFinding(finding: ReconcileFinding): string {
  const { workspaceId, kind, id, amountUsd, at, outcome, problem } = finding;
  const why = problem === null ? "" : `: ${problem}`;
  return `  ${outcome}  ${workspaceId}  ${kind}  ${dollars(amountUsd)}  ${id}  ${at}${why}`;
}

function dollars(amountUsd: number): string {
  const style = { style: "currency", currency: "USD", maximumFractionDigits: 6 } as const;
  return new Intl.NumberFormat("en-US", style).format(amountUsd);
}
