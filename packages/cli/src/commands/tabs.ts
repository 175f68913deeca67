import type { Tab, TabCharge } from "@agent-treasury/contract";
import type { Treasury } from "@agent-treasury/treasury-core";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import type { Given, Run } from "./command.ts";
import { counted } from "./counted.ts";
import { dollars } from "./dollars.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { personTime, tableLines } from "./table.ts";

const mostCharges = 20;

export function addTabs(program: Command, run: Run): void {
  const tabs = program
    .command("tabs")
    .summary("list, show and close tabs")
    .description(
      `Tabs: approved amounts that many small charges draw down, such as the calls of a model.`,
    );
  withWorkspace(tabs.command("list"))
    .summary("list pending and open tabs with their usage")
    .action(run(list));
  withWorkspace(tabs.command("show <id>"))
    .summary("show a tab with its meters and its last charges")
    .action(run(show));
  withWorkspace(tabs.command("close <id>"))
    .summary("close a tab: post what was charged, and release the rest")
    .description(
      `Closes a tab. It takes no more reservations, its charges are posted, and the rest is released.
Open reservations count at their maximum until they are settled.`,
    )
    .action(run(close));
}

async function list({ options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const found = await treasury.tabs.list({ workspaceId: options.workspace });
    if (options.json) return output.print(found);
    if (found.tabs.length === 0) return output.print(`${options.workspace} has no open tabs.`);
    const ids = shortIds(found.tabs.map(({ id }) => id));
    const rows = found.tabs.map((tab) => [
      ids.get(tab.id) ?? tab.id,
      tab.status,
      tab.agentId,
      tab.vendor,
      dollars(tab.chargedUsd),
      dollars(tab.reservedUsd),
      dollars(tab.leftUsd),
      dollars(tab.maximumUsd),
      personTime(tab.endsAt),
    ]);
    const heads = ["ID", "STATUS", "AGENT", "PAYEE", "USED", "RESERVED", "LEFT", "MAXIMUM", "ENDS"];
    for (const line of tableLines(heads, rows)) output.print(line);
  });
}

async function show({ argument, options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const place = await placeOf(treasury, options.workspace, argument);
    const { tab } = await treasury.tabs.read(place);
    const charges = await lastCharges(treasury, place);
    if (options.json) return output.print({ tab, charges });
    for (const line of linesOf(tab)) output.print(line);
    printTable(
      ["METER", "CHARGES", "CHARGED"],
      tab.meters.map((meter) => [meter.name, String(meter.charges), dollars(meter.chargedUsd)]),
    );
    printTable(
      ["CHARGE", "AT", "METER", "KIND", "CHARGED"],
      charges.map((charge) => [
        String(charge.number),
        personTime(charge.at),
        charge.meter ?? "",
        charge.kind,
        dollars(charge.amountUsd),
      ]),
    );
  });

  function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
    if (rows.length === 0) return;
    output.print("");
    for (const line of tableLines(heads, rows)) output.print(line);
  }
}

async function close({ argument, options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const place = await placeOf(treasury, options.workspace, argument);
    const closed = await treasury.tabs.close(place);
    if (options.json) return output.print(closed);
    for (const line of linesOf(closed.tab)) output.print(line);
  });
}

type Place = Parameters<Treasury["tabs"]["read"]>[0];

/** @param given a whole id, or the beginning of a pending or open tab's. */
async function placeOf(
  treasury: Treasury,
  workspaceId: string,
  given: string | undefined,
): Promise<Place> {
  if (given === undefined) throw new CommandError("Name the tab.");
  const { tabs } = await treasury.tabs.list({ workspaceId });
  const ids = tabs.map(({ id }) => id);
  return { workspaceId, tabId: fullId(given, ids) };
}

/** The newest charges, of those that are not posted yet and of the newest posting. Oldest first. */
async function lastCharges({ tabs }: Treasury, place: Place): Promise<readonly TabCharge[]> {
  const { charges, postings } = await tabs.charges(place);
  const isPosted = charges.length < mostCharges && postings > 0;
  const posted = isPosted ? (await tabs.charges({ ...place, posting: postings })).charges : [];
  return [...posted, ...charges].slice(-mostCharges);
}

function linesOf(tab: Tab): readonly string[] {
  const { chargedUsd, maximumUsd, reservedUsd, leftUsd, estimatedUsd, endsAt } = tab;
  const end =
    tab.closedAt === null ? `ends ${personTime(endsAt)}` : `closed ${personTime(tab.closedAt)}`;
  return [
    [tab.id, tab.status, `${tab.agentId} to ${tab.vendor}: ${tab.purpose}`, end].join("  "),
    [
      `${dollars(chargedUsd)} of ${dollars(maximumUsd)} used in ${counted(tab.charges, "charge")}`,
      ...(estimatedUsd > 0 ? [`${dollars(estimatedUsd)} of it estimated`] : []),
      `${dollars(reservedUsd)} reserved`,
      `${dollars(leftUsd)} left`,
    ].join("  "),
    ...tab.unconfirmed.map(
      ({ number, reportedUsd, countedUsd }) =>
        `To confirm on the page: reservation ${number}, reported ${dollars(reportedUsd)}, counted ${dollars(countedUsd)}`,
    ),
  ];
}
