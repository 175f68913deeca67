import createClient from "openapi-fetch";
import openapiTypescript, { type OpenAPI3, astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { paths } from "./openapi-types.fixture.ts";
import { type TestServer, testServer } from "./test-server.fixture.ts";

const header = `// Made by openapi-typescript from the server's openapi.json: do not edit. \`vitest run -u\` on
// openapi-client.test.ts writes it anew.

`;

/** The paths that this file calls. A route that is added elsewhere does not change its types. */
const calledPaths = ["/agent", "/treasury/decide", "/treasury/ledger", "/agents/{id}"];

function pick(named: object, isWanted: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(named).filter(([name]) => isWanted(name)));
}

/** The part of the document that describes some paths. */
function partOf(document: OpenAPI3, wanted: readonly string[]): OpenAPI3 {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, place = ""] of JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(place)) continue;
      used.add(place);
      const [kind = "", name = ""] = place.split("/");
      visit((document.components as Record<string, Record<string, unknown>>)[kind]?.[name]);
    }
  };
  const paths = pick(document.paths ?? {}, (path) => wanted.includes(path));
  visit(paths);
  const components = Object.entries(document.components ?? {}).map(([kind, named]) => [
    kind,
    pick(named as object, (name) => used.has(`${kind}/${name}`)),
  ]);
  return { ...document, paths, components: Object.fromEntries(components) } as OpenAPI3;
}

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ TREASURY_STARTING_CAPITAL_USD: "100" });
});
afterAll(() => server.stop());

describe("a client generated from the server's own openapi.json", () => {
  it("has the types that this file is checked with", async () => {
    const document = (await (await server.ask("/api/service/openapi.json")).json()) as OpenAPI3;
    const part = partOf(document, calledPaths);
    const types = `${header}${astToString(await openapiTypescript(part))}`;
    await expect(types).toMatchFileSnapshot("openapi-types.fixture.ts");
  });

  it("has an operation for every route", async () => {
    const document = (await (await server.ask("/api/service/openapi.json")).json()) as OpenAPI3;
    const types = astToString(await openapiTypescript(document));
    const names = [...JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g)];
    expect(names.length).toBeGreaterThan(calledPaths.length);
    for (const [, name = ""] of names) expect(types).toContain(`operations["${name}"]`);
  });

  it("has a spend proposed, decided and read", async () => {
    const client = createClient<paths, "application/json">({
      baseUrl: `${server.url}/api/service`,
    });
    const turn = await client.POST("/agent", {
      body: { workspaceId: "acme", message: "Buy a domain from Namecheap for $24" },
    });
    const waiting = turn.data?.state.proposals.find(({ status }) => status === "pending");
    expect([turn.data?.awaitingApproval, waiting?.amountUsd]).toEqual([true, 24]);

    const decided = await client.POST("/treasury/decide", {
      params: { header: { "Idempotency-Key": "decide-1" } },
      body: { workspaceId: "acme", proposalId: waiting?.id ?? "", decision: "approve" },
    });
    expect(decided.data?.proposal.status).toBe("executed");

    const ledger = await client.GET("/treasury/ledger", {
      params: { query: { workspaceId: "acme", limit: 1 } },
    });
    expect(ledger.data?.entries.map(({ amountUsd }) => amountUsd)).toEqual([-24]);
  });

  it("tells a refusal by its code", async () => {
    const client = createClient<paths, "application/json">({
      baseUrl: `${server.url}/api/service`,
    });
    const { data, error, response } = await client.GET("/agents/{id}", {
      params: { path: { id: "nobody" } },
    });
    expect([data, error?.code, response.status]).toEqual([undefined, "machine_not_found", 404]);
  });

  it("is held to the types: what the interface does not know does not compile", () => {
    const client = createClient<paths, "application/json">({ baseUrl: server.url });
    const wrong = async (): Promise<void> => {
      // @ts-expect-error -- A decision is `approve` or `deny`.
      await client.POST("/treasury/decide", { body: { proposalId: "p", decision: "perhaps" } });
      // @ts-expect-error -- There is no such path.
      await client.GET("/treasury/balance", {});
    };
    expect(wrong).toBeTypeOf("function");
  });
});
