import { readFile } from "node:fs/promises";
import { isTreasuryError } from "@agent-treasury/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeRulesText, checkRulesText, parseRules, rulesToYaml } from "../yaml.ts";
import { writtenRuleSets } from "./random-rules.fixture.ts";
import { readRuleSet } from "./read-rule-set.ts";

function messageOf(text: string): string {
  try {
    parseRules(text);
  } catch (error) {
    if (isTreasuryError(error) && error.code === "invalid_request") return error.message;
    throw error;
  }
  throw new Error("The rules were accepted.");
}

describe("parseRules", () => {
  it("reads YAML and JSON", () => {
    const rules = [{ id: "a", then: { limit: { amountUsd: 500, per: "month" } } }];
    const expected = readRuleSet({ version: 1, rules });
    const text = `
version: 1
rules:
  - id: a # monthly
    then:
      limit: { amountUsd: 500, per: month }
`;
    expect(parseRules(text)).toEqual(expected);
    expect(parseRules(JSON.stringify({ version: 1, rules }))).toEqual(expected);
  });

  it("reports line and column of each problem, of the rule if a field is missing", () => {
    const text = `version: 1
rules:
  - id: a
    then:
      limit:
        amountUSD: 5
  - id: b
    when: { vendors: { in: [aws, 37] } }
    then: { deny: true }
  - id: c
`;
    expect(messageOf(text).split("\n")).toEqual([
      "Line 6, column 9: Rule `a`: `then.limit.amountUSD` is not a known field. The nearest one is `amountUsd`.",
      "Line 8, column 34: Rule `b`: `when.vendors.in.1` must be a vendor name or a payee identity, in quotes if it looks like a number, not 37.",
      "Line 10, column 5: Rule `c`: `then` is required and must be an object with `deny`, `requireApprovals`, `autoApprove`, `keepAvailableUsd`, `limit` or `duplicate`.",
    ]);
  });

  it("reports the problems of one line in the order of their columns", () => {
    const rule = '{ id: a, then: { limit: { amount: 5, per: "decade" } }, whn: {}, message: 5 }';
    const places = messageOf(`version: 1\nrules:\n  - ${rule}\n`)
      .split("\n")
      .map((line) => Number(/^Line 3, column (\d+): /.exec(line)?.[1]));
    expect(places).toHaveLength(4);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it.each([
    ["an open bracket", "version: 1\nrules: [", /^Line 2, column \d+: /],
    ["a key twice", "version: 1\nversion: 1\nrules: []", /^Line 2, column 1: .*unique/],
    ["an unknown tag", "version: !secret 1\nrules: []", /^Line 1, column 10: .*!secret/],
    ["two documents", "version: 1\nrules: []\n---\nversion: 1", /multiple documents/],
    [
      "an alias without an anchor",
      "version: 1\nrules: *a",
      /^The rules cannot be read: Unresolved alias .*: a\.$/,
    ],
    ["an empty text", "", /^Line 1, column 1: The rule set must be an object/],
  ])("rejects %s", (_name, text, expected) => {
    expect(messageOf(text)).toMatch(expected);
  });

  it("rejects aliases that expand without bound", () => {
    const levels = Array.from({ length: 12 }, (_, index) => {
      const alias = index === 0 ? "x" : `*l${index - 1}`;
      return `l${index}: &l${index} [${Array.from({ length: 9 }, () => alias).join(", ")}]`;
    });
    expect(messageOf(levels.join("\n"))).toContain("alias");
  });

  it("reads the example of the README, with each action", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const example = /```yaml\n(.*?)```/s.exec(readme)?.[1] ?? "";
    const { rules } = parseRules(example);
    expect([...new Set(rules.map(({ then }) => then.kind))].sort()).toEqual([
      "autoApprove",
      "deny",
      "duplicate",
      "keepAvailable",
      "limit",
      "requireApprovals",
    ]);
  });

  it("rejects a text above 256 KiB", () => {
    expect(messageOf(`version: 1\nrules: []\n#${"x".repeat(262_144)}`)).toContain("262,144 bytes");
  });
});

function commentsIn(text: string): readonly string[] {
  return text.match(/# .*/g) ?? [];
}

describe("changeRulesText", () => {
  const text = `version: 1
rules:
  # Agreed in June.
  - id: cloud # of hosting
    when:
      # A large amount.
      amountUsd:
        from: 500 # at least
      categories:
        - hosting # and servers
        - cloud
    then: # never
      deny: true # at all
`;
  it("keeps an object whose last field is removed or emptied", () => {
    const path = ["rules", 0, "when", "amountUsd", "from"];
    for (const value of [undefined, ""]) {
      const { set, problems } = checkRulesText(changeRulesText(text, path, value));
      expect(set).toBeNull();
      expect(problems[0]?.path.slice(0, 4)).toEqual(path.slice(0, 4).map(String));
    }
  });

  it("removes a `when` without conditions", () => {
    const one = changeRulesText(text, ["rules", 0, "when", "amountUsd"], undefined);
    const none = changeRulesText(one, ["rules", 0, "when", "categories"], undefined);
    expect(none).not.toContain("when");
    expect(parseRules(none).rules).toHaveLength(1);
  });

  it.each([
    ["a value", ["id"], "servers"],
    ["a number by a text", ["when", "amountUsd", "from"], "500.50"],
    ["a list", ["when", "categories"], ["hosting", "cloud", "saas"]],
    ["a new field", ["message"], "No."],
  ])("keeps all comments when it changes %s", (_name, path, value) => {
    const changed = changeRulesText(text, ["rules", 0, ...path], value);
    expect(commentsIn(changed)).toEqual(commentsIn(text));
    expect(parseRules(changed)).not.toEqual(parseRules(text));
  });

  it("keeps the comment of an object that it replaces", () => {
    const changed = changeRulesText(text, ["rules", 0, "then"], { limit: { amountUsd: 5 } });
    expect(commentsIn(changed)).toEqual(commentsIn(text).filter((one) => one !== "# at all"));
  });

  it.each(["when:", "when: 5", "when: [a]", "when: ~"])("writes a condition into `%s`", (when) => {
    const written = `version: 1\nrules:\n  - id: a\n    ${when}\n    then: { deny: true }\n`;
    const changed = changeRulesText(written, ["rules", 0, "when", "amountUsd"], { from: 1 });
    expect(parseRules(changed).rules).toHaveLength(1);
    expect(() => changeRulesText(written, ["rules", 0, "when", "a"], undefined)).not.toThrow();
  });

  it("leaves a text with aliases or errors as it is", () => {
    const aliases = "version: 1\nrules:\n  - &a { id: a, then: { deny: true } }\n  - *a\n";
    for (const kept of [aliases, "version: 1\nrules: ["]) {
      expect(changeRulesText(kept, ["rules", 1, "id"], "b")).toBe(kept);
    }
    expect(checkRulesText(aliases).hasAliases).toBe(true);
    expect(checkRulesText(text).hasAliases).toBe(false);
  });
});

describe("rulesToYaml", () => {
  it("writes readable rules", () => {
    const set = readRuleSet({
      version: 1,
      rules: [
        {
          id: "saas-monthly",
          when: { categories: ["saas", "hosting"] },
          then: { limit: { amountUsd: "500.50", per: "month" } },
        },
        { id: "off-hours", when: { hours: "22:00-06:00" }, then: { deny: true } },
      ],
    });
    expect(rulesToYaml(set))
      .toBe(`# yaml-language-server: $schema=https://unpkg.com/@agent-treasury/rules/rules.schema.json
version: 1
rules:
  - id: saas-monthly
    when:
      categories: [hosting, saas]
    then:
      limit:
        amountUsd: 500.5
        per: month

  - id: off-hours
    when:
      hours: 22:00-06:00
    then:
      deny: true
`);
  });

  it("is read back as the same rules", () => {
    fc.assert(
      fc.property(writtenRuleSets, (written) => {
        const set = readRuleSet(written);
        expect(parseRules(rulesToYaml(set))).toEqual(set);
      }),
    );
  });
});
