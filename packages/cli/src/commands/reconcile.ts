import { parseArgs } from "node:util";
import { openDeployment, type Environment } from "@agent-treasury/server";
import type { ReconcileFinding, Reconciliation } from "@agent-treasury/treasury-core";
import { CommandError } from "../command-error.ts";
import { openExistingDatabase } from "./existing-database.ts";
import type { Output } from "./output.ts";
import { readMoment } from "./read-moment.ts";

const defaultPeriodMs = 30 * 86_400_000;
const noProcessor =
  "No payment processor is connected. Set STRIPE_SECRET_KEY as the server has it, or name the file that has it with --env-file.";

/** What `reconcile` was asked for. */
interface ReconcileWords {
  readonly workspaceId: string | undefined;
  readonly database: string | undefined;
  readonly from: Date;
  readonly to: Date;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Compares the processor's records with the ledger, and prints what was found. Returns the exit code. */
export async function runReconcile(
  words: readonly string[],
  env: Environment,
  output: Output,
): Promise<0 | 1> {
  const { json, database, ...request } = readWords(words, env);
  const storage = await openExistingDatabase(database);
  // The server's own settings: a credit may be a workspace's first, which opens its books.
  const { treasury, parts } = await openDeployment({ env, storage });
  try {
    if (parts.payments === null) throw new CommandError(noProcessor);
    const found = await treasury.reconcile(request);
    output.print(json ? JSON.stringify(found, null, 2) : describe(found));
    return found.findings.some(isLeftOver) ? 1 : 0;
  } finally {
    await treasury.close();
  }
}

function readWords(words: readonly string[], env: Environment): ReconcileWords {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      database: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const [workspaceId, ...more] = positionals;
  if (more.length > 0) throw new CommandError("reconcile takes one workspace at most.");
  const to = values.to === undefined ? new Date() : readMoment("--to", values.to);
  const from =
    values.from === undefined
      ? new Date(to.getTime() - defaultPeriodMs)
      : readMoment("--from", values.from);
  const database = values.database ?? env["TREASURY_DATABASE_URL"];
  return { workspaceId, database, from, to, dryRun: values["dry-run"], json: values.json };
}

/** Whether somebody still has to do something about it. */
function isLeftOver({ outcome }: ReconcileFinding): boolean {
  return outcome === "missing" || outcome === "failed" || outcome === "amount_differs";
}

function describe(found: Reconciliation): string {
  const { provider, mode, from, to, collected, reversed, inLedger, fees, feesUnknown } = found;
  const unknown = feesUnknown === 0 ? "" : `, and of ${feesUnknown} payments they are not known`;
  return [
    `${provider} (${mode}), ${from} to ${to}`,
    `  collected  ${dollars(collected.amountUsd)} in ${collected.count} payments`,
    `  went back  ${dollars(reversed.amountUsd)} in ${reversed.count} movements`,
    `  in ledger  ${dollars(inLedger.amountUsd)} in ${inLedger.count} movements, before this run`,
    `  fees       ${dollars(fees.amountUsd)}, which the ledger does not have${unknown}`,
    ...found.findings.map(describeFinding),
    found.findings.length === 0
      ? "The ledger has everything."
      : `The ledger did not have ${found.findings.length} of them as they are.`,
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
