// Compares lists in documents with the code that they list.
import { globSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { outputTo } from "../../packages/cli/src/commands/output.ts";
import { runCommand } from "../../packages/cli/src/commands/run-command.ts";
import { documentedRoutes } from "../../packages/contract/src/openapi.ts";
import { createTreasuryClient } from "../../packages/sdk-client/src/index.ts";
import { guardOrder } from "../../packages/treasury-core/src/create/features.ts";
import { eventKinds, webhookType } from "../../packages/webhooks/src/webhook-payload.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

/** The prose of a heading, up to the next one of its level. */
function section(path: string, heading: string): string {
  const [, ...parts] = read(path).split(`\n${heading}\n`);
  expect(parts, `${heading} of ${path}`).toHaveLength(1);
  const level = heading.split(" ", 1)[0] ?? "";
  return (parts[0]?.split(`\n${level} `)[0] ?? "").replaceAll(/^```[\s\S]*?^```/gm, "");
}

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** In code spans, without duplicates. */
const named = (text: string): ReadonlySet<string> =>
  new Set(all(text, /`([^`]+)`/g).flatMap((code) => code.match(/[\w.-]+/g) ?? []));

it("lists every option of createTreasury in the configuration", () => {
  const code = globSync("packages/treasury-core/src/{create,features}/**/*.ts", { cwd: root })
    .map(read)
    .join("\n");
  const groupOf = (name: string): readonly string[] =>
    all(code.split(`const ${name}: `)[1]?.split("};", 1)[0] ?? "", /(\w+): true/g);
  const listed = section("docs/configuration.md", "## Options of createTreasury");
  const options = groupOf("treasuryNames");
  expect(options).toContain("storage");
  const heads = all(listed, /^- (`[^:(]+)/gm).flatMap((head) => [...named(head)]);
  expect(
    heads.map((head) => head.split(".")[0]).filter((name) => !options.includes(name ?? "")),
  ).toEqual([]);
  const groups = ["screening", "mcp", "machine", "machineTab", "machineLimit", "paidFetch"];
  const parts = [...groups, "executor", "verification"].map((group) => groupOf(`${group}Names`));
  expect(parts.every(({ length }) => length > 0)).toBe(true);
  const words = new Set([...named(listed)].flatMap((name) => name.split(".")));
  expect([...options, ...parts.flat()].filter((name) => !words.has(name))).toEqual([]);
  const turns = section("docs/turns.md", "## Settings");
  const limits = read("docs/limits.md");
  expect(groupOf("turnNames").filter((name) => !turns.includes(`\`turns.${name}\``))).toEqual([]);
  expect(groupOf("budgetNames").filter((name) => !limits.includes(`\`${name}\``))).toEqual([]);
  const hooks = named(section("docs/observability.md", "## Hooks"));
  expect(groupOf("hookNames").filter((name) => !hooks.has(name))).toEqual([]);
});

it("lists every type of webhook", () => {
  const types = all(read("packages/webhooks/README.md"), /^\| (`[a-z_]+\.[a-z_]+`.*?) +\|/gm);
  const listed = types.flatMap((cell) => [...named(cell)]);
  expect(listed.toSorted()).toEqual(eventKinds.map(webhookType).toSorted());
});

it("lists every guard in its order", () => {
  const listed = all(
    section("docs/architecture.md", "### The order of guards"),
    /^\| `([a-z-]+)` /gm,
  );
  expect(listed).toEqual(guardOrder);
});

it("lists every command", async () => {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  await runCommand(["--help"], {}, outputTo(print, print));
  const [, help = ""] = lines.join("").split("\nCommands:\n");
  const commands = all(help.split("\n\n", 1)[0] ?? "", /^ {2}([a-z-]+)/gm);
  expect(commands).toContain("verify");
  const shown = new Set(all(read("packages/cli/README.md"), /^npx agent-treasury ([a-z-]+)/gm));
  expect(shown).toEqual(new Set(commands.filter((name) => name !== "help")));
});

it("lists every call of the client", () => {
  const use = section("packages/sdk-client/README.md", "## Use");
  const rows = [...use.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)];
  const listed = rows.map(([, group, calls = ""]) => [group, [...named(calls)].toSorted()]);
  const client = Object.entries(createTreasuryClient({ baseUrl: "http://localhost:3000" }));
  const groups = client.filter(([, calls]: [string, object]) => typeof calls === "object");
  const expected = groups.map(([group, calls]: [string, object]) => [
    group,
    Object.keys(calls).toSorted(),
  ]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
  const single = client.filter(([, call]: [string, object]) => typeof call === "function");
  expect(single.map(([name]) => name).filter((name) => !use.includes(`\`${name}(`))).toEqual([]);
});

it("lists every fault-injection test", () => {
  const files = readdirSync(`${root}fault-injection`).filter((name) => name.endsWith(".test.ts"));
  const listed = all(read("fault-injection/README.md"), /^\| `([a-z0-9-]+\.test\.ts)`/gm);
  expect(listed.toSorted()).toEqual([...files, "killed-objects.test.ts"].toSorted());
});

it("lists the fields of the main resources", () => {
  const { components } = JSON.parse(read("packages/contract/openapi.json")) as {
    readonly components: {
      readonly schemas: Readonly<Record<string, { readonly properties: object }>>;
    };
  };
  const resources = section("docs/service-api.md", "## Resources");
  for (const name of ["TreasuryState", "Proposal", "AgentTurnResult"]) {
    const [line = ""] = all(resources, new RegExp(`^- \\*\\*${name}\\*\\*: (.+)$`, "gm"));
    const listed = all(line.replaceAll(/\([^)]*\)/g, ""), /`(\w+)`/g);
    expect(listed.toSorted()).toEqual(
      Object.keys(components.schemas[name]?.properties ?? {}).toSorted(),
    );
  }
});

it("links every package in the README", () => {
  const links = all(section("README.md", "## Packages"), /\(packages\/([a-z0-9-]+)\/README\.md\)/g);
  expect(links.toSorted()).toEqual(readdirSync(`${root}packages`).toSorted());
});

it("links how to install packages that are not on npm, and the command", () => {
  const pages = globSync(["docs/*.md", "{packages,examples}/*/README.md"], { cwd: root });
  const without = (command: string, links: RegExp): readonly string[] =>
    pages.filter((page) => read(page).includes(command) && !links.test(read(page)));
  expect(without("npm install @agent-treasury/", /packages-from-a-clone/)).toEqual([]);
  expect(without("npx agent-treasury ", /cli\/README\.md#install|@agent-treasury\/cli/)).toEqual(
    [],
  );
});

it("matches the table of routes; `vitest run -u` on this file writes it", async () => {
  const page = "docs/service-api.md";
  const rows = Object.entries(documentedRoutes).map(([action, { method, path, summary }]) => [
    `\`${method} ${path}\``,
    summary,
    `\`${action}\``,
  ]);
  const head = ["Route", "Purpose", "Action"];
  const widths = head.map((title, at) =>
    Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0), title.length),
  );
  const line = (cells: readonly string[], fill = " "): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  const table = [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...rows.map((row) => line(row)),
  ].join("\n");
  const text = read(page).replace(/^\| Route [\s\S]+?(?=\n\n)/m, () => table);
  await expect(text).toMatchFileSnapshot(`${root}${page}`);
});
