import { access } from "node:fs/promises";
import { Micros } from "@agent-treasury/provider";
import { verifyEvidence } from "@agent-treasury/receipts";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { linesOf } from "../export/read-export.ts";
import { writeLines } from "../export/write-lines.ts";
import { type Given, momentOf, type Run } from "./command.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
import { readKeys } from "./keys-file.ts";
import { Progress } from "./output.ts";
import { type CheckOptions, trustedBy, withKeys } from "./receipts.ts";

export function addEvidence(program: Command, run: Run): void {
  withWorkspace(program.command("evidence"))
    .summary("write decisions, changes and exceptions with proofs")
    .description(
      `Writes a file for auditors: the decisions of a period with their receipts, rules, administrative
changes and exceptions, and a signed footer. The treasury can run meanwhile. Needs
TREASURY_RECEIPTS_KEY, the key of the deployment.`,
    )
    .requiredOption("--from <moment>", "a day (from midnight UTC) or a time", momentOf("--from"))
    .option("--to <moment>", "the same, not included (default: now)", momentOf("--to"))
    .option("--out <file>", "a new file (default: standard output)")
    .action(run(evidence));
  withKeys(program.command("check-evidence <file>"))
    .summary("verify an evidence file offline")
    .description(
      "Verifies the footer and each receipt without a database or a network. Exits with 1 if it is not valid.",
    )
    .action(run(checkEvidence));
}

interface EvidenceOptions extends WorkspaceOptions {
  readonly from: Date;
  readonly to?: Date;
  readonly out?: string;
}

async function evidence({ options, env, output }: Given<EvidenceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId, from, to, out } = options;
    const progress = new Progress(output, "Wrote");
    const lines = treasury.receipts.evidence({
      workspaceId,
      from,
      ...(to !== undefined && { to }),
    });
    try {
      await writeLines(out, progress.count(lines));
    } finally {
      progress.end();
    }
    // The heading and the footer are no records.
    output.complain(`Wrote ${progress.records - 2} records.`);
  });
}

async function checkEvidence({ argument, options, output }: Given<CheckOptions>): Promise<0 | 1> {
  const keys = await readKeys(options.keys);
  const path = String(argument);
  await access(path).catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read.`, { cause });
  });
  const report = await verifyEvidence(linesOf(path), keys, await trustedBy(options));
  const { valid, problems, facts } = report;
  if (options.json) output.print(report);
  else if (facts === null) output.print(`INVALID  ${problems.join(" ")}`);
  else {
    const { workspace, deployment, from, to, receipts, notIssued, records, ledger } = facts;
    output.print(`valid  ${workspace} from ${from} to ${to}, deployment ${deployment}`);
    const counts = Object.entries(records).filter(([record]) => record !== "evidence");
    for (const [record, count] of counts) output.print(`  ${record}: ${count}`);
    const missing = notIssued === 0 ? "" : `, not issued: ${notIssued} (reasons in \`notIssued\`)`;
    output.print(`  receipts: ${receipts}${missing}`);
    const sums = (["deposit", "revenue", "expense"] as const).map(
      (type) => `${type} ${Micros.formatUsd(Micros.of(ledger[type]))}`,
    );
    output.print(`  ledger entries: ${ledger.entries} (${sums.join(", ")})`);
  }
  return valid ? 0 : 1;
}
