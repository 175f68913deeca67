import { describe, expect, it } from "vitest";
import { adasToken, agentWorld, bearer, lamp, sendTo } from "./agent-world.fixture.ts";
import { maximumWaits } from "./proposal-waits.ts";

const operator = bearer(adasToken);

async function waitingAgent() {
  const world = agentWorld();
  const { token } = await world.issue();
  const agent = bearer(token);
  const { body } = await world.send("POST /treasury/proposals", agent, lamp);
  const { id } = body.proposal;
  const path = `GET /treasury/proposals/${id}`;
  const wait = (seconds = 55, signal?: AbortSignal) =>
    world.send(`${path}?wait=${seconds}`, agent, undefined, signal);
  const decision = { workspaceId: "acme", proposalId: id };
  return { ...world, agent, id, path, wait, decision };
}

/** Lets the requests in flight run until they only wait. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("a request that waits for a proposal", () => {
  it("is answered by a decision of its process without a read in between", async () => {
    const { wait, send, decision, clock } = await waitingAgent();
    const answer = wait();
    await settle();
    await send("POST /treasury/decide", operator, { ...decision, decision: "approve" });
    expect((await answer).body).toMatchObject({ proposal: { status: "executed" }, dryRun: false });
    // Only the poll of the next second is left.
    expect(clock.sleepers).toBeLessThanOrEqual(1);
  });

  it("is answered by a decision that is made while it reads the proposal", async () => {
    const { wait, treasury, decision, storage } = await waitingAgent();
    const { load } = storage;
    let reads = 0;
    Object.assign(storage, {
      load: async (...given: Parameters<typeof load>) => {
        const snapshots = await load.apply(storage, given);
        const [request] = given[0];
        reads += request?.keys.some(({ kind }) => kind === "proposal") === true ? 1 : 0;
        // The first read finds that the request has to wait.
        if (reads === 2) await treasury.decide({ ...decision, decision: "deny", operator: "Ada" });
        return snapshots;
      },
    });
    expect((await wait()).body.proposal.status).toBe("denied");
  });

  it("is answered by a decision of another process within a second", async () => {
    const { wait, open, decision, clock } = await waitingAgent();
    const answer = wait();
    await settle();
    await open().decide({ ...decision, decision: "deny", operator: "Ada" });
    clock.advance(1_000);
    expect((await answer).body.proposal.status).toBe("denied");
  });

  it("is not answered once the credential is revoked", async () => {
    const { wait, treasury, decision } = await waitingAgent();
    const answer = wait();
    await settle();
    const { workspaceId } = decision;
    const [issued] = (await treasury.credentials.list({ workspaceId })).credentials;
    const credentialId = issued?.id ?? "";
    await treasury.credentials.revoke({ workspaceId, credentialId, operator: "Ada" });
    await treasury.decide({ ...decision, decision: "deny", operator: "Ada" });
    expect(await answer).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  });

  it.each([
    ["an agent's token", "mcp.authenticate"],
    ["a person's session", "authenticate"],
  ])("is not answered once %s ended", async (_what, option) => {
    let [hasEnded, authenticated] = [false, false];
    const agent = { name: "buyer", workspaceId: "acme" };
    const known = <Caller>(of: string, caller: Caller): Caller | null => {
      if (hasEnded || option !== of) return null;
      authenticated = true;
      return caller;
    };
    const treasury = agentWorld().openWithoutSignIn({
      authenticate: () => known("authenticate", { name: "Ada" }),
      mcp: {
        server: { specificationVersion: "1", answer: async () => new Response("{}") },
        authenticate: () => known("mcp.authenticate", agent),
      },
    });
    const workspaceId = "acme";
    const { proposal } = await treasury.propose({ ...lamp, workspaceId, agentId: "buyer" });
    const route = `GET /treasury/proposals/${proposal.id}?workspaceId=acme&wait=55`;
    const answer = sendTo(treasury, route, bearer("token"));
    await settle();
    expect(authenticated).toBe(true);
    hasEnded = true;
    const decision = { workspaceId, proposalId: proposal.id, decision: "deny" } as const;
    await treasury.decide({ ...decision, operator: "Ada" });
    expect(await answer).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  });

  it("is answered with the pending proposal at the end", async () => {
    const { wait, clock } = await waitingAgent();
    let isAnswered = false;
    const answer = wait(10).finally(() => (isAnswered = true));
    await settle();
    clock.advance(9_999);
    await settle();
    expect(isAnswered).toBe(false);
    clock.advance(1);
    expect(await answer).toMatchObject({ status: 200, body: { proposal: { status: "pending" } } });
  });

  it("is answered if the proposal expires, or a reset denies it", async () => {
    const { treasury, clock } = agentWorld({ proposalExpiryHours: 0.001 });
    const { proposal } = await treasury.propose({ ...lamp, agentId: "buyer" });
    const expiring = treasury.proposal({ proposalId: proposal.id, wait: 55 });
    await settle();
    clock.advance(3_600);
    expect((await expiring).proposal.status).toBe("denied");
    const other = await treasury.propose({ ...lamp, agentId: "buyer", idempotencyKey: "2" });
    const withdrawn = treasury.proposal({ proposalId: other.proposal.id, wait: 3 });
    await settle();
    await treasury.reset({ operator: "Ada" });
    expect((await withdrawn).proposal).toMatchObject({ status: "denied" });
  });

  it("ends at once if the client disconnects or the service closes", async () => {
    const { wait, treasury, clock } = await waitingAgent();
    const client = new AbortController();
    const left = wait(55, client.signal);
    await settle();
    client.abort();
    await left;
    const closed = wait();
    await settle();
    const closing = treasury.close();
    expect(await closed).toMatchObject({ status: 200, body: { proposal: { status: "pending" } } });
    await closing;
    expect(clock.sleepers).toBe(0);
  });

  it("is one of 4 for a credential, and each returns its permit", async () => {
    const { wait, send, decision, path, agent } = await waitingAgent();
    const four = [wait(), wait(), wait(), wait()];
    await settle();
    const fifth = await wait();
    expect(fifth).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(await send(path, agent)).toMatchObject({ status: 200 });
    const byOperator = send(`${path}?workspaceId=acme&wait=55`, operator);
    await settle();
    await send("POST /treasury/decide", operator, { ...decision, decision: "deny" });
    for (const answer of [...four, byOperator]) {
      expect((await answer).body.proposal.status).toBe("denied");
    }
    const next = await send("POST /treasury/proposals", agent, { ...lamp, idempotencyKey: "2" });
    const client = new AbortController();
    const more = Array.from({ length: 4 }, () =>
      send(
        `GET /treasury/proposals/${next.body.proposal.id}?wait=55`,
        agent,
        undefined,
        client.signal,
      ),
    );
    await settle();
    client.abort();
    for (const answer of await Promise.all(more)) expect(answer.status).toBe(200);
  });

  it("is one of 500 of a process, whose reads are one call of the storage", async () => {
    const { treasury, storage, clock, id, decision, open } = await waitingAgent();
    const client = new AbortController();
    const question = { workspaceId: "acme", proposalId: id, wait: 55, signal: client.signal };
    const waits = Array.from({ length: maximumWaits }, () => treasury.proposal(question));
    await settle();
    await expect(treasury.proposal(question)).rejects.toMatchObject({ code: "rate_limited" });
    let loads = 0;
    const { load } = storage;
    Object.assign(storage, {
      load: (...given: Parameters<typeof load>) => {
        loads += 1;
        return load.apply(storage, given);
      },
    });
    clock.advance(1_000);
    await settle();
    expect(loads).toBe(1);
    await open().decide({ ...decision, decision: "deny", operator: "Ada" });
    clock.advance(1_000);
    const answers = await Promise.all(waits);
    expect(new Set(answers.map(({ proposal }) => proposal.status))).toEqual(new Set(["denied"]));
  });

  it.each(["56", "-1", "x"])("cannot wait for %j seconds", async (seconds) => {
    const { send, path, agent } = await waitingAgent();
    expect(await send(`${path}?wait=${seconds}`, agent)).toMatchObject({ status: 400 });
  });
});

it("a proposal of another workspace is not found", async () => {
  const { treasury, id } = await waitingAgent();
  const answer = await sendTo(treasury, `GET /treasury/proposals/${id}?workspaceId=demo`, operator);
  expect(answer).toMatchObject({ status: 404, body: { code: "proposal_not_found" } });
});
