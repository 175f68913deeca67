import type { Costs, CostsRequest } from "@agent-treasury/contract";
import { type Command, Option } from "commander";
import { asText, csvLine } from "../export/csv-lines.ts";
import { dayOf, type Given, type Run } from "./command.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
import { tableLines } from "./table.ts";

const groupings = ["agent", "vendor", "category", "meter", "turn", "day"] as const;

interface CostsOptions extends WorkspaceOptions, Pick<CostsRequest, "by" | "from"> {
  readonly to: string;
  readonly csv?: true;
}

export function addCosts(program: Command, run: Run): void {
  withWorkspace(program.command("costs"))
    .summary("sum up what was spent, by agent, payee, meter or day")
    .description(
      `Sums up the ledger of a range of business days. A meter is what charges of tabs were for,
such as a model. Charges count once they are posted, at the latest after an hour.`,
    )
    .addOption(
      new Option("--by <what>", "what the rows sum up").choices(groupings).default("agent"),
    )
    .option(
      "--from <day>",
      "the first business day (default: 29 days before the last)",
      dayOf("--from"),
    )
    .option(
      "--to <day>",
      "the last business day (default: today)",
      dayOf("--to"),
      lastDayAnywhere(),
    )
    .option("--csv", "print comma-separated values")
    .action(run(costs));
}

/** The deployment's time zone is unknown to this command. */
function lastDayAnywhere(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, "2026-01-31".length);
}

async function costs({ options, env, output }: Given<CostsOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId, by, from, to } = options;
    const found = await treasury.costs({
      workspaceId,
      by,
      to,
      ...(from !== undefined && { from }),
    });
    if (options.json) return output.print(found);
    for (const line of options.csv === true ? csvLines(found) : linesOf(found)) output.print(line);
  });
}

function csvLines({ by, rows }: Costs): readonly string[] {
  const lines = rows.map(({ key, amountUsd, chargedUsd, spends, charges }) =>
    csvLine([asText(key) ?? "", ...[amountUsd, chargedUsd, spends, charges].map(String)]),
  );
  return [csvLine([by, "amountUsd", "chargedUsd", "spends", "charges"]), ...lines];
}

function linesOf({ by, from, to, totalUsd, rows, isComplete }: Costs): readonly string[] {
  const total = `${dollars(totalUsd)} from ${from} to ${to}`;
  const older = isComplete
    ? []
    : ["The range has more entries. Only the newest 100,000 are counted."];
  if (rows.length === 0) return [`Nothing was spent from ${from} to ${to}.`];
  const cells = rows.map(({ key, amountUsd, spends, charges }) => [
    key ?? "(none)",
    dollars(amountUsd),
    String(spends),
    charges === 0 ? "" : String(charges),
  ]);
  const table = tableLines([by.toUpperCase(), "AMOUNT", "SPENDS", "CHARGES"], cells);
  return [...table, "", `${total}, ${counted(rows.length, "row")}`, ...older];
}
