import { type LanguageModel, type Storage, systemClock } from "@agent-treasury/provider";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { treasuryFetch } from "@agent-treasury/sdk-client/paid-fetch";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { anvilBinary, rpcProxy, startChain, type TestChain, testNetwork } from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestRail, testRail } from "../../packages/executor-x402/src/test-rail.fixture.ts";
import { x402Executor } from "../../packages/executor-x402/src/x402-executor.ts";
import { callOf } from "../injection/call-of.ts";

const baseUrl = "http://localhost:3000";
/** A path of an RPC endpoint often is its key. */
const rpcSecret = "grep-for-this-rpc-key";

/** A deployment that pays a seller on a chain, and everything that it showed or stored. */
interface Deployment {
  readonly treasury: Treasury;
  readonly seen: readonly string[];
  /** Moves the clock past the leases of payments, and recovers them. */
  recover(): Promise<void>;
  request(path: string, body?: object): Promise<string>;
}

async function open(
  chain: TestChain,
  rail: TestRail,
  answers: readonly string[] = [],
  gasAccount?: TestRail["account"],
): Promise<Deployment> {
  const rpcUrl = await rpcProxy(chain.rpcUrl, (_call, ask) => ask());
  const seen: string[] = [];
  const keep = (value: unknown): void => {
    seen.push(JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? `${part}` : part)));
  };
  const left = [...answers];
  const model: LanguageModel = {
    specificationVersion: "1",
    provider: "test",
    modelId: "script",
    async *stream({ messages }) {
      keep(messages);
      yield { kind: "text", text: left.shift() ?? "Done." };
      yield { kind: "finish", reason: "stop", usage: null };
    },
  };
  vi.spyOn(console, "error").mockImplementation((...told) => keep(told.map(String)));
  let aheadMs = 0;
  const now = (): number => systemClock.now() + aheadMs;
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    clock: { ...systemClock, now },
    storage: watched(memoryStorage({ now }), keep),
    model,
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    hooks: { event: keep },
    executors: {
      executor: x402Executor({
        account: rail.account,
        ...(gasAccount !== undefined && { gasAccount }),
        rpcUrls: { [testNetwork]: [`${rpcUrl}/${rpcSecret}`] },
        networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
      }),
    },
    outbound: rail.seller.outbound,
    paidFetch: { origins: [rail.seller.origin], maximumUsd: 1 },
    onFailure: ({ error }) => keep([String(error), (error as Error).stack]),
  });
  const request = async (path: string, body?: object): Promise<string> => {
    const init = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const response = await treasury.handler(new Request(`${baseUrl}/api/service${path}`, init));
    const text = await response.text();
    keep([[...response.headers], text]);
    return text;
  };
  const recover = async (): Promise<void> => {
    aheadMs += 120_000;
    await treasury.recover();
  };
  return { treasury, seen, recover, request };
}

function watched(storage: Storage, keep: (value: unknown) => void): Storage {
  const spied = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const found: unknown = Reflect.get(target, name);
        if (name === "turnLog" && found instanceof Object) return spied(found);
        if (typeof found !== "function") return found;
        return (...given: unknown[]) => {
          if (name === "commit" || name === "append") keep(given);
          return Reflect.apply(found, target, given) as unknown;
        };
      },
    });
  return spied(storage);
}

describe.skipIf(anvilBinary === null)("a seller that is paid by x402", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  it("is paid once for a request of `treasuryFetch`, which returns its answer", async () => {
    const rail = await testRail(chain);
    const { treasury } = await open(chain, rail);
    const client = createTreasuryClient({
      baseUrl,
      fetch: (input, init) => treasury.handler(new Request(input, init)),
    });
    const fetch = treasuryFetch(client, { purpose: "the weather", maximumUsd: 1 });
    const headers = { "idempotency-key": "a" };
    for (let call = 0; call < 2; call += 1) {
      const response = await fetch(`${rail.seller.origin}/weather`, { headers });
      expect([response.status, await response.text()]).toEqual([200, "Sunny"]);
    }
    expect(await chain.paymentsOf(rail.account.address)).toMatchObject([{ value: 500_000n }]);
    expect((await treasury.state()).expenseUsd).toBe(0.5);
  });

  it("is paid for an agent that fetches, after a person approved", async () => {
    const rail = await testRail(chain);
    const url = `${rail.seller.origin}/weather`;
    const answers = [callOf("fetch_paid", { url, purpose: "the weather" })];
    const { treasury, seen } = await open(chain, rail, answers);
    await treasury.setBudget({ limits: { autoApproveUnderUsd: 0 }, operator: "Ada" });
    const { turnId, state } = await treasury.runTurn({ message: "Go." });
    expect(await chain.paymentsOf(rail.account.address)).toEqual([]);
    const [proposal] = state.proposals;
    expect(proposal).toMatchObject({
      status: "pending",
      purpose: `GET ${url}: the weather`,
      quote: { payee: rail.seller.origin, description: "A weather report", isFixed: true },
    });
    const decision = { proposalId: proposal?.id ?? "", operator: "Ada" };
    await treasury.decide({ ...decision, decision: "approve" });
    await treasury.resumeTurn({ turnId });
    expect(await chain.paymentsOf(rail.account.address)).toHaveLength(1);
    const prompts = seen.filter((text) => text.includes("tool_response"));
    expect(prompts.at(-1)).toContain("Sunny");
  });

  it("shows no private key and no RPC key in any log, event, document, prompt or error", async () => {
    const rail = await testRail(chain);
    const { origin } = rail.seller;
    const purpose = "the weather";
    const fetchIt = callOf("fetch_paid", { url: `${origin}/weather`, purpose });
    const answers = [fetchIt, "Done.", fetchIt];
    // Pays for cancellations.
    const gas = await testRail(chain);
    const { treasury, seen, recover, request } = await open(chain, rail, answers, gas.account);
    await request("/agent", { message: "Go." });
    await request("/treasury/paid-requests", { url: `${origin}/other`, purpose });
    await request("/treasury");
    rail.seller.behave = () => null;
    await request("/treasury/paid-requests", { url: `${origin}/cut`, purpose });
    rail.seller.behave = (_request, honest) => honest();
    const sign = vi.spyOn(rail.account, "signTypedData");
    sign.mockRejectedValueOnce(new Error(`Cannot sign with ${rail.privateKey}.`));
    await request("/treasury/paid-requests", { url: `${origin}/unsigned`, purpose });
    expect(sign).toHaveBeenCalled();
    rail.seller.behave = ({ headers }, honest) =>
      headers["payment-signature"] === undefined ? honest() : { status: 402 };
    await request("/treasury/paid-requests", { url: `${origin}/uncollected`, purpose });
    await request("/treasury/freezes", { scope: "workspace" });
    sign.mockRejectedValueOnce(new Error(`Cannot sign with ${rail.privateKey}.`));
    await recover();
    await chain.transfer(gas.account, rail.account.address, 0n);
    const signGas = vi.spyOn(gas.account, "signTransaction");
    signGas.mockRejectedValueOnce(new Error(`Cannot sign with ${gas.privateKey}.`));
    await recover();
    expect(signGas).toHaveBeenCalled();
    await recover();
    await request("/treasury/unfreeze", { scope: "workspace" });
    rail.seller.behave = (_request, honest) => honest();
    await chain.setCode(chain.token, "0x");
    await request("/treasury/paid-requests", { url: `${origin}/broken`, purpose });
    await request("/agent", { message: "Again." });
    await treasury.recover();
    await request("/treasury");
    await treasury.close();
    const everything = seen.join("\n").toLowerCase();
    const found = (text: string): boolean => everything.includes(text.toLowerCase());
    // Proof that the run happened.
    const traces = [
      "Sunny",
      "fetch_paid",
      "eip3009:",
      "outbound_failed",
      "accepted the cancellation",
    ];
    expect(traces.filter((trace) => !found(trace))).toEqual([]);
    expect([rail.privateKey.slice(2), gas.privateKey.slice(2), rpcSecret].filter(found)).toEqual(
      [],
    );
  });
});
