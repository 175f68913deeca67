import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { type RouteName, routes } from "../../packages/contract/src/index.ts";
import type { documentedRoutes } from "../../packages/contract/src/openapi.ts";
import { requestsOnly } from "./requests-only.ts";

const contract = fileURLToPath(new URL("../../packages/contract/", import.meta.url));

/** The text of an entry of the contract, bundled as its package is built, with zod. */
async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${contract}src/${entry}.ts`],
    outdir: contract,
    bundle: true,
    format: "esm",
    plugins: [requestsOnly()],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

async function loaded(text: string): Promise<Record<string, unknown>> {
  const address = `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
  return (await import(/* @vite-ignore */ address)) as Record<string, unknown>;
}

/** The problems of an input without fields. */
function problems(of: typeof routes): readonly string[] {
  return (Object.keys(of) as RouteName[]).map((name) => {
    const { success, error } = of[name].input.safeParse({ amountUsd: -1, limit: "many" });
    return `${name}: ${success ? "none" : JSON.stringify(error.issues)}`;
  });
}

describe("the contract for requests", () => {
  it("has no text of the OpenAPI document, and no schema of a response", async () => {
    const text = await bundled("index");
    expect(text).not.toContain("Read what a spend bought");
    expect(text).not.toContain("What the rule observed, and its limit.");
    expect(text).not.toContain("closedBecause");
    const { routes: built } = (await loaded(text)) as { readonly routes: typeof routes };
    expect(Object.keys(built.openTab).toSorted()).toEqual(
      Object.keys(routes.openTab)
        .filter((field) => !/^(?:summary|description|tag|output|stream)$/.test(field))
        .toSorted(),
    );
  });

  it("accepts and rejects the same inputs", async () => {
    const built = (await loaded(await bundled("index"))) as { readonly routes: typeof routes };
    expect(problems(built.routes)).toEqual(problems(routes));
    expect(Object.keys(built.routes)).toEqual(Object.keys(routes));
  });

  it("keeps the whole document in the entry for it", async () => {
    const built = (await loaded(await bundled("openapi"))) as {
      readonly documentedRoutes: typeof documentedRoutes;
      openApiDocument: () => Record<string, unknown>;
    };
    const stored: unknown = JSON.parse(readFileSync(`${contract}openapi.json`, "utf8"));
    expect(built.openApiDocument()).toEqual(stored);
    const health = built.documentedRoutes.readHealth;
    expect(health.output.safeParse({ ok: true }).success).toBe(true);
    expect(health.output.safeParse({}).success).toBe(false);
  });
});
