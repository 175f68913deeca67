import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bundleWorker, startWorker } from "workerd-for-tests";

interface Configuration {
  readonly compatibility_date: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string }[];
  };
  readonly migrations: readonly { readonly new_sqlite_classes: readonly string[] }[];
}

const folder = "../../../examples/workers";
const file = new URL(`${folder}/wrangler.jsonc`, import.meta.url);
const configuration = JSON.parse(
  readFileSync(file, "utf8").replaceAll(/,(\s*[}\]])/g, "$1"),
) as Configuration;

const token = "a-token-of-ada-with-more-than-thirty-two-characters";
const operators = `Ada:${createHash("sha256").update(token).digest("hex")}`;

it("serves a spend and its approval with the example's configuration", async () => {
  const script = await bundleWorker(new URL(`${folder}/src/index.ts`, import.meta.url));
  const { bindings } = configuration.durable_objects;
  const stored = configuration.migrations.flatMap((step) => step.new_sqlite_classes);
  const worker = await startWorker(script, {
    compatibilityDate: configuration.compatibility_date,
    bindings: { ...configuration.vars, OPERATORS: operators },
    durableObjects: Object.fromEntries(
      bindings.map(({ name, class_name: className }) => [
        name,
        { className, useSQLite: stored.includes(className) },
      ]),
    ),
  });
  try {
    const ask = async (path: string, body: object, authorization: string) => {
      const address = `http://localhost:8787/api/service/treasury${path}`;
      const headers = { "content-type": "application/json", authorization };
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      return (await (await worker.dispatchFetch(address, sent)).json()) as {
        readonly code?: string;
        readonly proposal: { readonly id: string; readonly status: string };
      };
    };
    const spend = { workspaceId: "acme", amountUsd: 24, vendor: "Namecheap", purpose: "a domain" };
    const bearer = `Bearer ${token}`;
    expect(await ask("/proposals", spend, "Bearer wrong")).toMatchObject({
      code: "unauthenticated",
    });
    const { proposal } = await ask("/proposals", spend, bearer);
    expect(proposal.status).toBe("pending");
    const decision = { workspaceId: "acme", proposalId: proposal.id, decision: "approve" };
    expect(await ask("/decide", decision, bearer)).toMatchObject({
      proposal: { status: "executed" },
    });
  } finally {
    await worker.dispose();
  }
});
