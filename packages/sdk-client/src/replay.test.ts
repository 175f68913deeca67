import type { ReplayStreamItem } from "@agent-treasury/contract/wire";
import { describe, expect, it } from "vitest";
import { answers } from "./answers.fixture.ts";
import { TreasuryApiError, TreasuryConnectionError } from "./errors.ts";
import { clientOf, refusal } from "./stream-client.fixture.ts";
import { streamOf } from "./stream-script.fixture.ts";

const encoder = new TextEncoder();
const rules = { version: 1, rules: [] } as const;
const read = { kind: "progress", step: "read", proposals: 5, share: 0 } as const;
const half = { kind: "progress", step: "evaluate", proposals: 5, share: 0.5 } as const;

function streamed(...items: readonly ReplayStreamItem[]): Response {
  const events = items.map((item) => `event: ${item.kind}\ndata: ${JSON.stringify(item)}\n\n`);
  return streamOf(encoder.encode(events.join("")), "closed");
}

describe("a replay of rules", () => {
  it("reports its progress, and resolves with the report", async () => {
    const result = { kind: "result", result: answers.replayRules } as const;
    const { client, requests } = clientOf(() => streamed(read, half, result));
    const progress: unknown[] = [];
    const report = await client.rules.replay(
      { rules, from: "2026-11-01T00:00:00Z" },
      { onProgress: (item) => progress.push(item) },
    );
    expect(report).toEqual(answers.replayRules);
    expect(progress).toEqual([read, half]);
    const [request] = requests;
    expect(request?.url).toBe("http://treasury.test/api/service/treasury/rules/replay");
    expect(request?.headers.get("accept")).toBe("text/event-stream");
    const body = { rules, from: "2026-11-01T00:00:00Z", workspaceId: "acme" };
    expect(await request?.json()).toEqual(body);
  });

  it("rejects with the failure of the service, before its stream and within it", async () => {
    const before = clientOf(() => refusal(400, "invalid_request"));
    await expect(before.client.rules.replay({ rules })).rejects.toMatchObject({
      code: "invalid_request",
    });
    const failure = { error: "No.", code: "storage_error", requestId: "req_1" } as const;
    const within = clientOf(() => streamed(read, { kind: "failure", failure }));
    const failed = within.client.rules.replay({ rules });
    await expect(failed).rejects.toThrow(TreasuryApiError);
    await expect(failed).rejects.toMatchObject({ code: "storage_error", requestId: "req_1" });
  });

  it("rejects if the stream disconnects, because nothing is stored", async () => {
    const { client, requests } = clientOf(() => streamed(read));
    await expect(client.rules.replay()).rejects.toThrow(TreasuryConnectionError);
    expect(requests.length).toBe(1);
  });
});
