import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A fake of Stripe, a model's endpoint, Fly and Slack that accepts one key and responds to reads. */
export interface StandIn {
  readonly url: string;
  /** The distinct methods of the requests so far. */
  methods(): readonly string[];
  stop(): Promise<void>;
}

const answers: Readonly<Record<string, unknown>> = {
  "/v1/models": { object: "list", data: [{ id: "small" }, { id: "large" }] },
  "/v1/balance": { object: "balance", livemode: false },
  "/v1/apps/bodies/machines": [],
  "/api/auth.test": { ok: true, team_id: "T01" },
};

export const slackToken = "xoxb-1-abc";

/** Starts a fake on a free port. */
export async function standIn(key: string): Promise<StandIn> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    seen.add(request.method ?? "");
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const isKnown = [key, slackToken].some(
      (one) => request.headers.authorization === `Bearer ${one}`,
    );
    const answer = answers[pathname];
    const status = isKnown ? (answer === undefined ? 404 : 200) : 401;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(status === 200 ? answer : { error: "no" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    methods: () => [...seen],
    stop: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
