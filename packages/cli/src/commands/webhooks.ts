import type { WebhookDeliveries, WebhookEndpoint } from "@agent-treasury/webhooks";
import type { Command } from "commander";
import { CommandError } from "../command-error.ts";
import { type Given, type Run, several } from "./command.ts";
import { operatorOption, type WorkspaceOptions, withWorkspace } from "./in-workspace.ts";
import type { Output } from "./output.ts";
import { fullId, shortIds } from "./short-ids.ts";
import { personTime, tableLines } from "./table.ts";
import { type CallWebhooks, withWebhooks } from "./webhook-routes.ts";

interface AddOptions extends WorkspaceOptions {
  readonly kind?: readonly string[];
  readonly description?: string;
}

interface ReplayOptions extends WorkspaceOptions {
  readonly event?: string;
}

export function addWebhooks(program: Command, run: Run): void {
  const webhooks = program
    .command("webhooks")
    .summary("list, add, enable, test and replay webhook endpoints")
    .description(
      `Endpoints that receive the events of a workspace. Requires the deployment's
WEBHOOK_ENCRYPTION_KEY.`,
    );
  const command = (words: string, summary: string): Command =>
    withWorkspace(webhooks.command(words).summary(summary));
  command("list", "list endpoints").action(run(list));
  command("add <url>", "add an endpoint, and print its secret once")
    .option(
      "--kind <kind>",
      "only events of this kind, such as proposalCreated (repeatable)",
      several,
    )
    .option("--description <text>", "for example the receiver")
    .addOption(operatorOption())
    .action(run(add));
  command("remove <endpoint>", "remove an endpoint, with its undelivered events")
    .addOption(operatorOption())
    .action(run(remove));
  command("enable <endpoint>", "send events again to an endpoint that is disabled")
    .addOption(operatorOption())
    .action(run(enable));
  command("rotate <endpoint>", "replace an endpoint's secret; the previous one ends in a day")
    .addOption(operatorOption())
    .action(run(rotate));
  command("test <endpoint>", "send a test event").action(run(test));
  command("deliveries <endpoint>", "list failed and past deliveries").action(run(deliveries));
  command("replay <endpoint>", "send failed events again now")
    .option(
      "--event <id>",
      "one failed event, also by the id that `deliveries` prints (default: all)",
    )
    .action(run(replay));
}

async function list(given: Given<WorkspaceOptions>): Promise<0> {
  return calling(given, async (call, output) => {
    const answer = await call<Listed>("GET", "/endpoints");
    const { options } = given;
    if (options.json) return output.print(answer);
    const { endpoints } = answer;
    if (endpoints.length === 0) return output.print(`${options.workspace} has no endpoints.`);
    const ids = shortIds(endpoints.map(({ id }) => id));
    const rows = endpoints.map((one) => [
      ids.get(one.id) ?? one.id,
      one.url,
      one.kinds?.join(",") ?? "all",
      one.description ?? "",
      personTime(one.createdAt),
      stateOf(one),
    ]);
    const heads = ["ID", "URL", "EVENTS", "DESCRIPTION", "ADDED", "STATE"];
    for (const line of tableLines(heads, rows)) output.print(line);
  });
}

interface Listed {
  readonly endpoints: readonly WebhookEndpoint[];
}

function stateOf({ disabledAt, disabledReason, hasOldKey }: WebhookEndpoint): string {
  const disabled =
    disabledAt === null ? "active" : `disabled ${personTime(disabledAt)}: ${disabledReason}`;
  return hasOldKey ? `${disabled}, encrypted with an old key` : disabled;
}

async function add(given: Given<AddOptions>): Promise<0> {
  const { argument: url, options } = given;
  const { kind: kinds = null, description = null } = options;
  return calling(given, async (call, output) => {
    const fields = { url, kinds, description };
    const added = await call<Added>("POST", "/endpoints", fields);
    if (options.json) return output.print(added);
    output.print(describe(added.endpoint));
    output.print(`Secret, shown only now: ${added.secret}`);
    if (added.isDone) return;
    output.print(`The endpoint is added once the action ${added.actionId} is approved.`);
  });
}

interface Begun {
  readonly actionId: string;
  readonly isDone: boolean;
}

interface Added extends Begun {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

async function remove(given: Given<WorkspaceOptions>): Promise<0> {
  return calling(given, async (call, output) => {
    const answer = await call<Begun>("DELETE", await pathOf(call, given));
    if (given.options.json) return output.print(answer);
    output.print(
      answer.isDone
        ? `Removed ${given.argument}.`
        : `The endpoint is removed once the action ${answer.actionId} is approved.`,
    );
  });
}

async function enable(given: Given<WorkspaceOptions>): Promise<0> {
  return calling(given, async (call, output) => {
    const answer = await call<Omit<Added, "secret">>("POST", `${await pathOf(call, given)}/enable`);
    if (given.options.json) return output.print(answer);
    output.print(
      answer.isDone
        ? `Enabled ${given.argument}.`
        : `The endpoint is enabled once the action ${answer.actionId} is approved.`,
    );
  });
}

async function rotate(given: Given<WorkspaceOptions>): Promise<0> {
  return calling(given, async (call, output) => {
    const path = `${await pathOf(call, given)}/rotate`;
    const answer = await call<Added>("POST", path);
    if (given.options.json) return output.print(answer);
    output.print(`Secret, shown only now: ${answer.secret}`);
    output.print(
      answer.isDone
        ? `The previous secret is valid until ${answer.endpoint.previousSecretUntil}.`
        : `It is valid once the action ${answer.actionId} is approved.`,
    );
  });
}

async function test(given: Given<WorkspaceOptions>): Promise<0> {
  return calling(given, async (call, output) => {
    const path = `${await pathOf(call, given)}/test`;
    const answer = await call<{ succeeded: boolean; note: string }>("POST", path);
    if (given.options.json) return output.print(answer);
    output.print(`${answer.succeeded ? "Received" : "Failed"}: ${answer.note}`);
  });
}

async function deliveries(given: Given<WorkspaceOptions>): Promise<0> {
  return calling(given, async (call, output) => {
    const path = `${await pathOf(call, given)}/deliveries`;
    const found = await call<WebhookDeliveries>("GET", path);
    if (given.options.json) output.print(found);
    else describeDeliveries(found, output);
  });
}

async function replay(given: Given<ReplayOptions>): Promise<0> {
  const { event, json } = given.options;
  return calling(given, async (call, output) => {
    const path = await pathOf(call, given);
    const { failed } = await call<WebhookDeliveries>("GET", `${path}/deliveries`);
    const ids = failed.map(({ eventId }) => eventId);
    const eventId = event === undefined ? null : fullId(event, ids);
    if (eventId !== null && !ids.includes(eventId)) {
      throw new CommandError(
        `${event} is not one of the failed events. \`webhooks deliveries\` lists them.`,
      );
    }
    const found = await call<WebhookDeliveries>("POST", `${path}/replay`, { eventId });
    if (json) return output.print(found);
    output.print(
      ids.length === 0
        ? "No event failed."
        : "The events are being sent again. `webhooks deliveries` prints the results.",
    );
  });
}

function calling<Options extends WorkspaceOptions>(
  given: Given<Options>,
  work: (call: CallWebhooks, output: Output) => Promise<void>,
): Promise<0> {
  return withWebhooks(given, (call) => work(call, given.output));
}

async function pathOf(
  call: CallWebhooks,
  { argument }: Pick<Given<object>, "argument">,
): Promise<string> {
  if (argument === undefined) throw new CommandError("Name the endpoint.");
  const { endpoints } = await call<Listed>("GET", "/endpoints");
  const id = fullId(
    argument,
    endpoints.map((one) => one.id),
  );
  return `/endpoints/${encodeURIComponent(id)}`;
}

function describe(endpoint: WebhookEndpoint): string {
  const { id, url, kinds, description, createdAt } = endpoint;
  return [
    id,
    url,
    kinds?.join(",") ?? "all events",
    description,
    `added ${personTime(createdAt)}`,
    stateOf(endpoint),
  ]
    .filter((part) => part !== null)
    .join("  ");
}

function describeDeliveries(found: WebhookDeliveries, output: Output): void {
  const { waiting, isStopped, missed, failed, recent } = found;
  output.print(`${waiting} commits with events wait. ${missed} expired before they were sent.`);
  if (isStopped) output.print("100 events failed. Later events wait until some are sent.");
  const ids = shortIds([...failed, ...recent].map(({ eventId }) => eventId));
  const unsent = failed.map(({ eventId, kind, attempts, failure, nextAttemptAt }) => [
    ids.get(eventId) ?? eventId,
    kind,
    String(attempts),
    nextAttemptAt === null ? "given up" : personTime(nextAttemptAt),
    failure,
  ]);
  if (unsent.length > 0) {
    const heads = ["FAILED EVENT", "KIND", "ATTEMPTS", "NEXT", "FAILURE"];
    for (const line of tableLines(heads, unsent)) output.print(line);
  }
  const sent = recent.map(({ eventId, kind, at, succeeded, note, milliseconds }) => [
    ids.get(eventId) ?? eventId,
    kind,
    personTime(at),
    succeeded ? "received" : "failed",
    String(milliseconds),
    note ?? "",
  ]);
  if (sent.length === 0) return;
  const heads = ["EVENT", "KIND", "AT", "OUTCOME", "MS", "NOTE"];
  for (const line of tableLines(heads, sent)) output.print(line);
}
