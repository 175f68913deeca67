// oxlint-disable-next-line import/no-nodejs-modules
import { readFileSync } from "node:fs";
import { offerArgumentsSchema, routes, spendArgumentsSchema } from "@agent-treasury/contract";
import { systemClock, type Machine } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { says, testModel } from "../features/agent/test-model.fixture.ts";
import { creditCollected } from "../features/deposits/apply-event.ts";
import { pageAddress } from "../features/deposits/connected-payments.ts";
import { machineToWire } from "../features/machines/machine-host.ts";
import { proposeForAgent } from "../features/mcp/propose-for-agent.ts";
import { isPaymentId, readableText } from "../features/payments/payouts/read-outcome.ts";
import { type JudgeDeps, askJudge } from "../features/screening/ask-judge.ts";
import { CircuitBreakers } from "../features/screening/circuit-breaker.ts";
import { configuredAgent } from "../http/outside-agent.ts";
import { type Treasury, agentTokens, createTreasury, operatorTokens } from "../index.ts";
import { sha256Hex } from "../kernel/ledger/hash.ts";
import { dollars } from "../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../memory.ts";
import { sandbox, testTreasury } from "./test-treasury.fixture.ts";

/** U+202A–202E, U+2066–2069, U+200E/F and U+061C. */
const controls: readonly string[] = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((code) => String.fromCodePoint(code));

const digest = sha256Hex("token");
const spend = { amountUsd: 5, vendor: "Acme", purpose: "pens", category: "office" };
const fetched = { url: "https://a.example/", purpose: "a report" };
const decision = { proposalId: "prop_1", decision: "deny" };
const exec = { id: "m1", action: "exec", command: "ls" };

const newPasskey = {
  nonce: "n",
  name: "Laptop",
  registration: {
    id: "AA",
    rawId: "AA",
    type: "public-key",
    response: { clientDataJSON: "AA", attestationObject: "AA" },
  },
};

function newTreasury(): Treasury {
  return createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage() });
}

/** Calls the handler as an operator of this name. */
async function asOperator(name: string, more: object = {}): Promise<number> {
  const authenticate = () => ({ name, ...more });
  const { handler } = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    authenticate,
  });
  return (await handler(new Request("http://localhost:3000/api/service/treasury"))).status;
}

function rejected(schema: { safeParse(input: unknown): { success: boolean } }, input: object) {
  return !schema.safeParse(input).success;
}

async function throws(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return false;
  } catch {
    return true;
  }
}

const rejects: Readonly<Record<string, (text: string) => boolean | Promise<boolean>>> = {
  "every request: `workspaceId`": (text) =>
    rejected(routes.readTreasury.input, { workspaceId: `a${text}` }),
  "a listing: `cursor`": (text) => rejected(routes.listLedger.input, { cursor: text }),
  "a machine: `goal`": (text) => rejected(routes.provisionMachine.input, { goal: text }),
  "a machine: `label`": (text) => rejected(routes.provisionMachine.input, { label: text }),
  "a machine: `agentId`": (text) => rejected(routes.provisionMachine.input, { agentId: text }),
  "a machine: `command`": (text) => rejected(routes.actOnMachine.input, { ...exec, command: text }),
  "a machine: id": (text) => rejected(routes.actOnMachine.input, { ...exec, id: `m${text}` }),
  "a deposit: `session_id`": (text) => rejected(routes.confirmDeposit.input, { session_id: text }),
  "a decision: `operator`": (text) =>
    rejected(routes.decideProposal.input, { ...decision, operator: text }),
  "a decision: `comment`": (text) =>
    rejected(routes.decideProposal.input, { ...decision, comment: text }),
  "a decision: `proposalId`": (text) =>
    rejected(routes.decideProposal.input, { ...decision, proposalId: text }),
  "a spend: `vendor`": (text) => rejected(spendArgumentsSchema, { ...spend, vendor: text }),
  "a spend: `purpose`": (text) => rejected(spendArgumentsSchema, { ...spend, purpose: text }),
  "a spend: `category`": (text) => rejected(spendArgumentsSchema, { ...spend, category: text }),
  "a proposal: `agentLabel`": (text) =>
    rejected(routes.createProposal.input, { ...spend, agentLabel: text }),
  "a proposal: `idempotencyKey`": (text) =>
    rejected(routes.createProposal.input, { ...spend, idempotencyKey: text }),
  "a paid fetch: `url`": (text) =>
    rejected(routes.fetchPaid.input, { ...fetched, url: `${fetched.url}${text}` }),
  "a paid fetch: `purpose`": (text) =>
    rejected(routes.fetchPaid.input, { ...fetched, purpose: text }),
  "a paid fetch: `category`": (text) =>
    rejected(routes.fetchPaid.input, { ...fetched, category: text }),
  "a paid fetch: `agentLabel`": (text) =>
    rejected(routes.fetchPaid.input, { ...fetched, agentLabel: text }),
  "a paid fetch: `idempotencyKey`": (text) =>
    rejected(routes.fetchPaid.input, { ...fetched, idempotencyKey: text }),
  "a paid fetch: `contentType`": (text) =>
    rejected(routes.fetchPaid.input, { ...fetched, contentType: `text/plain${text}` }),
  "a proposal: id": (text) => rejected(routes.readProposal.input, { proposalId: text }),
  "a credential: `name`": (text) =>
    rejected(routes.issueCredential.input, { agentId: "buyer", name: text }),
  "a credential: `owner`": (text) =>
    rejected(routes.issueCredential.input, { agentId: "buyer", name: "Buyer", owner: text }),
  "a credential: id": (text) => rejected(routes.revokeCredential.input, { credentialId: text }),
  "a passkey: `name`": (text) =>
    rejected(routes.registerPasskey.input, { ...newPasskey, name: text }),
  "a passkey: `nonce`": (text) =>
    rejected(routes.registerPasskey.input, { ...newPasskey, nonce: text }),
  "a passkey: `registration.id`": (text) =>
    rejected(routes.registerPasskey.input, {
      ...newPasskey,
      registration: { ...newPasskey.registration, id: text },
    }),
  "a passkey: id": (text) => rejected(routes.removePasskey.input, { passkeyId: text }),
  "an invitation: `personId`": (text) => rejected(routes.invitePasskey.input, { personId: text }),
  "an invitation: token": (text) => rejected(routes.beginPasskey.input, { invitation: text }),
  "a challenge: id": (text) =>
    rejected(routes.challengePasskey.input, { intent: "approve_proposal", id: text }),
  "a challenge: `digest`": (text) =>
    rejected(routes.challengePasskey.input, { intent: "approve_proposal", digest: text }),
  "an offer: `title`": (text) => rejected(offerArgumentsSchema, { amountUsd: 5, title: text }),
  "an offer: `description`": (text) =>
    rejected(offerArgumentsSchema, { amountUsd: 5, title: "Pens", description: text }),
  "an MCP client: name": (text) => throws(() => agentTokens(`bu${text}yer:acme:${digest}`)),
  "an MCP client: `idempotencyKey`": (text) =>
    throws(async () => {
      const agent = configuredAgent({ name: "buyer", workspaceId: "acme" });
      await proposeForAgent(testTreasury().engine, agent, { ...spend, idempotencyKey: text });
    }),
  "an MCP client: `vendor`": (text) =>
    throws(async () => {
      const agent = configuredAgent({ name: "buyer", workspaceId: "acme" });
      await proposeForAgent(testTreasury().engine, agent, { ...spend, vendor: text });
    }),
  "`TREASURY_OPERATORS`: name": (text) => throws(() => operatorTokens(`Ad${text}a:${digest}`)),
  "`authenticate`: name": async (text) => (await asOperator(text)) === 401,
  "`authenticate`: id": async (text) => (await asOperator("Ada", { id: text })) === 401,
  "`authenticate`: groups": async (text) => (await asOperator("Ada", { groups: [text] })) === 401,
  "`reset`, `setBudget`, `resolveSpend`, `eraseText`: `operator`": (text) =>
    throws(() => newTreasury().reset({ operator: text })),
  "a payment executor: payment ids": (text) => !isPaymentId(text),
  "a payment processor: page addresses": (text) =>
    throws(() => pageAddress(`https://pay.example/${text}`)),
};

const strips: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  "a turn: `message`": (text) => routes.runTurn.input.parse({ message: text }).message,
  "a turn: `history`": (text) => {
    const history = [{ role: "user", content: text }];
    return routes.runTurn.input.parse({ message: "Go.", history }).history[0]?.content ?? "";
  },
  "the model: answer": async (text) => {
    const model = testModel(says(text));
    const storage = memoryStorage();
    const { runTurn } = createTreasury({ baseUrl: "http://localhost:3000", storage, model });
    return (await runTurn({ message: "Go." })).assistant;
  },
  "the model: reasoning": async (text) => {
    const model = testModel(says(`<think>${text}</think>Done.`));
    const storage = memoryStorage();
    const { runTurn } = createTreasury({ baseUrl: "http://localhost:3000", storage, model });
    const { events } = await runTurn({ message: "Go." });
    return events.map((event) => (event.kind === "thought" ? event.text : "")).join("");
  },
  "the model: shown arguments of a call": async (text) => {
    const call = JSON.stringify({ name: "propose_spend", arguments: { ...spend, vendor: text } });
    const model = testModel(says(`<tool_call>${call}</tool_call>`), says("Done."));
    const storage = memoryStorage();
    const { runTurn } = createTreasury({ baseUrl: "http://localhost:3000", storage, model });
    const { events, state } = await runTurn({ message: "Go." });
    expect(state.proposals).toEqual([]);
    const shown = events.find(({ kind }) => kind === "tool_call");
    return String((shown as { arguments: { vendor: string } } | undefined)?.arguments.vendor);
  },
  "the judge: reason": async (text) => {
    const judge = {
      specificationVersion: "1",
      provider: "test",
      modelId: "test",
      judge: async () => ({ verdict: "review", reason: text }) as const,
    } as const;
    const parts: JudgeDeps = {
      judge,
      timeoutMs: 1_000,
      clock: systemClock,
      report: console.error,
      breakers: new CircuitBreakers(systemClock, 60),
      asks: "all",
      onSilence: "screening",
    };
    const payee = {
      isKnown: false,
      isNamed: false,
      isAfterOutsideContent: false,
      namedAmountUsd: null,
    };
    const asked = { ...spend, amount: 5_000_000n, payee } as never;
    const opinion = await askJudge(parts, "acme", asked);
    return opinion.kind === "answered" ? opinion.reason : "";
  },
  "a payment executor: reasons, references": (text) => readableText(text),
  "a payment processor: payment references": async (text) => {
    const treasury = testTreasury();
    const collected = { kind: "collected", purpose: "deposit", workspaceId: "acme" } as const;
    const paid = {
      checkoutId: "cs_1",
      paymentReference: text,
      amount: dollars(5),
      currency: "usd",
    };
    await creditCollected(treasury.engine, sandbox, { ...collected, ...paid });
    return (await treasury.state()).ledger[0]?.reference ?? "";
  },
  "a machine host: names, tags": (text) => {
    const tags = { workspaceId: text, agentId: text, goal: text, label: text };
    const machine = { name: text, state: text, region: text, image: text, tags, createdAt: 0 };
    const wire = machineToWire({ ...machine, computeCost: 0n } as unknown as Machine);
    const { workspaceId, agentId, goal, label, name, state, region, image } = wire;
    const texts = new Set([workspaceId, agentId, goal, label, name, state, region, image]);
    return texts.size === 1 ? name : [...texts].join("|");
  },
};

describe("bidirectional controls in external text", () => {
  it.each(Object.entries(rejects))("are rejected in %s", async (_place, isRejected) => {
    for (const control of controls) {
      expect([control.codePointAt(0), await isRejected(`Acme${control}moc`)]).toEqual([
        control.codePointAt(0),
        true,
      ]);
    }
    expect(await isRejected("Acme\u0000")).toBe(true);
  });

  it.each(Object.entries(strips))("are removed from %s", async (_place, read) => {
    for (const control of controls) expect(await read(`Acme${control}moc`)).toBe("Acmemoc");
  });

  it("are documented for each of these places in the contract's README", () => {
    const readme = new URL("../../../contract/README.md", import.meta.url);
    const rows = readFileSync(readme, "utf8")
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()));
    const isDocumented = (place: string, column: 2 | 3): boolean => {
      const [source = "", field = ""] = place.split(": ");
      return rows.some((cells) => cells[1] === source && cells[column]?.includes(field) === true);
    };
    expect([
      ...Object.keys(rejects).filter((place) => !isDocumented(place, 2)),
      ...Object.keys(strips).filter((place) => !isDocumented(place, 3)),
    ]).toEqual([]);
  });
});
