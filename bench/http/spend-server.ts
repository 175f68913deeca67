import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { expressHandler } from "@agent-treasury/adapter-express";
import type { McpServer } from "@agent-treasury/provider";
import type { postgresStorage } from "@agent-treasury/storage-postgres";
import type { createTreasury, RequestHeaders } from "@agent-treasury/treasury-core";
import express from "express";

/** Serves one checkout, the first argument, on a schema of a database. */
const [, , root = "", url = "", schema = ""] = process.argv;
const load = (name: string): Promise<unknown> =>
  import(pathToFileURL(join(root, "packages", name, "src/index.ts")).href);

const core = (await load("treasury-core")) as { createTreasury: typeof createTreasury };
const postgres = (await load("storage-postgres")) as { postgresStorage: typeof postgresStorage };
const adapter = (await load("adapter-express")) as { expressHandler: typeof expressHandler };

/** Accepts the arguments of `propose_spend` as plain JSON, so that the protocol is not measured. */
const plainServer: McpServer = {
  specificationVersion: "1",
  answer: async (request, tools) => {
    const tool = tools.find(({ name }) => name === "propose_spend");
    const called = await tool?.call((await request.json()) as Record<string, never>);
    return new Response(called?.text, { status: called?.isError === false ? 200 : 500 });
  },
};

const treasury = core.createTreasury({
  autoApprovePayees: "any",
  baseUrl: "http://127.0.0.1",
  storage: postgres.postgresStorage({ url, schema }),
  budget: {
    startingCapitalUsd: 100_000_000,
    dailySpendCapUsd: 100_000_000,
    autoApproveDailyUsd: 100_000_000,
    autoApproveUnderUsd: 1,
  },
  authenticate: () => ({ name: "ada" }),
  // The agent is the caller of proposals only.
  mcp: {
    server: plainServer,
    requestsPerMinute: false,
    authenticate: (input) => {
      // Earlier versions have no `headers`, and `request` is constructed on access.
      const headers: RequestHeaders | undefined = input.headers;
      const token = (headers ?? input.request.headers).get("authorization");
      return token === "Bearer buyer" ? { name: "buyer", workspaceId: "acme" } : null;
    },
  },
});
const app = express().disable("x-powered-by").disable("etag");
app.use(treasury.basePath, adapter.expressHandler(treasury));
const server = createServer(app).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.on("disconnect", () => process.exit());
