import { beforeAll, describe, expect, it } from "vitest";
import { type Finding, runOxlint } from "./run-oxlint.ts";

interface Case {
  readonly path: string;
  readonly code: string;
}

const reported: Record<string, readonly Case[]> = {
  "eslint(no-restricted-imports)": [
    { path: "packages/cli/src/a.ts", code: `export * from "../../contract/src/index.ts";` },
    { path: "packages/contract/src/wire/a.ts", code: `import "../../../testing/src/index.ts";` },
  ],
  "treasury(core-directions)": [
    { path: "packages/treasury-core/src/kernel/a.ts", code: `import "../http/entry.ts";` },
    {
      path: "packages/treasury-core/src/kernel/logging/a.ts",
      code: `import type {} from "../../create/e.ts";`,
    },
    { path: "packages/treasury-core/src/kernel/c.ts", code: `import "../memory.ts";` },
    { path: "packages/treasury-core/src/kernel/d.ts", code: `import "../features/a/index.ts";` },
    { path: "packages/treasury-core/src/memory/a.ts", code: `import "../features/a/index.ts";` },
    { path: "packages/treasury-core/src/http/node/a.ts", code: `import "../../features/a/a.ts";` },
    {
      path: "packages/treasury-core/src/features/agent/a.ts",
      code: `export * from "../../create/create-treasury.ts";`,
    },
    { path: "packages/treasury-core/src/features/agent/b.ts", code: `import "../../index.ts";` },
    { path: "packages/treasury-core/src/helpers/a.ts", code: `export const a = 1;` },
  ],
  "import(no-nodejs-modules)": [
    { path: "packages/contract/src/b.ts", code: `import { readFileSync } from "node:fs";` },
    { path: "packages/provider/src/money/b.ts", code: `import { createHash } from "crypto";` },
    { path: "packages/treasury-core/src/http/b.ts", code: `await import("node:http");` },
    { path: "packages/sdk-client/src/b.ts", code: `export { URL } from "node:url";` },
    { path: "packages/sdk-client/src/b.test.ts", code: `import { once } from "node:events";` },
    { path: "packages/provider/src/money/c.ts", code: `const fs = require("fs");` },
  ],
  "treasury(no-module-state)": [
    { path: "packages/contract/src/c.ts", code: `let calls = 0;` },
    { path: "packages/treasury-core/src/features/agent/c.ts", code: `export var seen;` },
    { path: "packages/testing/src/c.ts", code: `const sessions = new Map<string, string>();` },
    { path: "packages/cli/src/c.ts", code: `export const seen = new WeakSet();` },
  ],
  "treasury(linear-patterns)": [
    { path: "packages/screening/src/g.ts", code: `export const a = b.replace(/[.!?]+$/u, "");` },
    { path: "packages/react/src/g.ts", code: `export const a = /^(?:x+)+y/;` },
    { path: "packages/cli/src/g.ts", code: `export const a = /\\s*\\n/g;` },
  ],
  "treasury(zod-namespace)": [
    { path: "packages/contract/src/d.ts", code: `import { z } from "zod"; z.string();` },
    { path: "packages/contract/src/e.ts", code: `import type z from "zod";` },
  ],
  "treasury(polled-page)": [
    { path: "packages/react/src/f.test.ts", code: `expect(await rows.count()).toBe(1);` },
    {
      path: "examples/next/app/f.test.ts",
      code: `expect(await page.getByRole("button").isDisabled(), "it").toBe(true);`,
    },
  ],
  "treasury(money-arithmetic)": [
    `export const a = order.priceUsd + fee;`,
    `export const a = 2 * amountUsd;`,
    `export const a = (balanceUsd ?? 0) - 1;`,
    `export const a = state.balanceUsd! - 1;`,
    `export const a = (state["balanceUsd"] as number) / 2;`,
    `export const a = state?.budget?.dailyCapUsd % 1;`,
    `export const a = priceUsd ** 2;`,
    `export const a = -priceUsd;`,
    `export const a = +priceUsd;`,
    `export let totalUsd = 0; totalUsd += 1;`,
    `export let totalUsd = 0; totalUsd++;`,
    `let total = 0; total -= entry.amountUsd;`,
    `export const a = all.reduce((sum, one) => sum + one.amountUsd, 0);`,
    `export const a = Math.round(priceUsd);`,
    `export const a = Math.max(...list, priceUsd);`,
    `export const a = Number(body.amountUsd);`,
    `export const a = Number.parseFloat(body.amountUsd);`,
    `export const a = parseFloat(amountUsd);`,
    `export const a = priceUsd.toFixed(2);`,
    `export const a = BigInt(amountUsd);`,
    `export const a = Micros.toUsd(one) + Micros.toUsd(two);`,
    `export const a = Micros.of(one) / 2n;`,
    `export const a = LIMIT_USD * 2;`,
    `export const a = Number(amountMicros);`,
    `export const a = Number(entry.amountMicros) / 1e6;`,
    `export const a = amountMicros / 2n;`,
    `export const a = amountMicros * 2;`,
    `export const a = parseInt(amountMicros, 10);`,
    `export const a = Math.abs(Number(amountMicros));`,
    `export const a = +amountMicros;`,
  ].map((code, index) => ({ path: `packages/treasury-core/src/kernel/m${index}.ts`, code })),
};

const accepted: readonly Case[] = [
  { path: "packages/treasury-core/src/http/ok.ts", code: `import "@agent-treasury/contract";` },
  { path: "packages/sdk-client/src/ok.ts", code: `import "@agent-treasury/contract/wire";` },
  { path: "packages/storage-sqlite/src/ok.ts", code: `import "node:sqlite";` },
  { path: "packages/adapter-express/src/ok.test.ts", code: `import "@agent-treasury/testing";` },
  { path: "packages/cli/src/ok.ts", code: `import "@agent-treasury/storage-sqlite";` },
  {
    path: "packages/treasury-core/src/create/create-treasury.ts",
    code: `import "../http/respond.ts"; import "../features/agent/turn.ts";`,
  },
  { path: "packages/treasury-core/src/http/ok2.ts", code: `import "../kernel/engine.ts";` },
  {
    path: "packages/treasury-core/src/features/agent/ok.ts",
    code: `import "../../kernel/a.ts"; import "../../http/a.ts"; import "../../treasury.ts";`,
  },
  { path: "packages/treasury-core/src/kernel/ok.test.ts", code: `import "../memory.ts";` },
  { path: "packages/treasury-core/src/whole.ts", code: `import "./http/respond.ts";` },
  { path: "packages/contract/src/ok.ts", code: `export const ids = new Set(["a"]);` },
  { path: "packages/contract/src/ok3.ts", code: `import * as z from "zod";` },
  {
    path: "packages/react/src/ok.test.ts",
    code: `await expect.poll(() => rows.count()).toBe(1); expect(await client.state()).toBe(1);`,
  },
  {
    path: "packages/contract/src/ok2.ts",
    code: `export function f(): Map<string, string> { return new Map(); }`,
  },
  {
    path: "packages/provider/src/money/ok.ts",
    code: `export const a = Number(amountUsd) * 2;`,
  },
  {
    path: "packages/treasury-core/src/kernel/ok.ts",
    code: `export const a = heldMicros + amountMicros;`,
  },
  {
    path: "packages/treasury-core/src/kernel/ok2.ts",
    code: `export const a = amountUsd > capUsd;`,
  },
  {
    path: "packages/treasury-core/src/kernel/ok3.ts",
    code: `export const a = "for " + Micros.format(amount);`,
  },
  { path: "packages/treasury-core/src/kernel/ok4.ts", code: `export const a = used + 1;` },
];

function isOurs(rule: string): boolean {
  return rule.startsWith("treasury(") || rule in reported;
}

/** Puts each case into a separate workspace, because paths repeat between the lists above. */
function located(group: string, index: number, { path }: Case): string {
  return `${group.replaceAll(/\W/g, "-")}-${index}/${path}`;
}

describe("the workspace's lint rules", () => {
  let findings: readonly Finding[] = [];
  const findingsAt = (path: string): Finding[] =>
    findings.filter((finding) => finding.path === path && isOurs(finding.rule));

  beforeAll(() => {
    const files: Record<string, string> = {};
    for (const [group, cases] of [...Object.entries(reported), ["accepted", accepted] as const]) {
      cases.forEach((one, index) => (files[located(group, index, one)] = `${one.code}\n`));
    }
    findings = runOxlint(files);
  });

  for (const [rule, cases] of Object.entries(reported)) {
    describe(rule, () => {
      it.each(cases.map((one, index) => ({ ...one, at: located(rule, index, one) })))(
        "reports $code in $path",
        ({ at }) => {
          expect(findingsAt(at).map((finding) => [finding.rule, finding.severity])).toContainEqual([
            rule,
            "error",
          ]);
        },
      );
    });
  }

  it.each(accepted.map((one, index) => ({ ...one, at: located("accepted", index, one) })))(
    "accepts $code in $path",
    ({ at }) => {
      expect(findingsAt(at)).toEqual([]);
    },
  );

  it("loads without errors", () => {
    expect(findings.filter((finding) => finding.message.includes("JS plugin"))).toEqual([]);
  });
});
