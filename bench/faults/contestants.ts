import type { Concept, Contestant } from "./contestant.ts";

const noCap = "It has no budget of a day.";
const noApproval = "It has no approval by a person.";
const payer: Partial<Record<Concept, string>> = { cap: noCap, approval: noApproval };
const noPayment =
  "It pays nothing by itself: the tool is the app's own code. Here the tool pays by `@x402/fetch`, whose column has this row.";
const framework: Partial<Record<Concept, string>> = { payment: noPayment, cap: noCap };

const x402Examples =
  "https://github.com/coinbase/x402/blob/dd927a26cfefc98c24b3ec38b3a8f204dad0c60d/examples/typescript/clients";

/** In the order of the table. */
export const contestants: readonly Contestant[] = [
  {
    name: "Agent Treasury",
    program: "treasury",
    isOwn: true,
    rail: "x402",
    lacks: {},
    packages: ["@agent-treasury/treasury-core"],
    sources: [
      { title: "executor-x402", url: "packages/executor-x402/README.md" },
      { title: "treasuryFetch", url: "packages/sdk-client/README.md" },
      { title: "tools-ai-sdk", url: "packages/tools-ai-sdk/README.md" },
    ],
    setup:
      "`createTreasury` on SQLite with `x402Executor`. `treasuryFetch` buys, with the purchase's id as `idempotency-key`. Purchases that need a person are made by an agent of the AI SDK with the tool `fetch_paid`.",
    better: "",
  },
  {
    name: "@x402/fetch",
    program: "x402-fetch",
    rail: "x402",
    lacks: payer,
    packages: ["@x402/fetch"],
    sources: [{ title: "clients/fetch", url: `${x402Examples}/fetch/index.ts` }],
    setup: "The example with the EVM scheme alone, and the test's token in `allowedAssets`.",
    better:
      "One function around `fetch`: no storage, no service, nothing to operate. It also pays on Solana, and limits a single payment by default.",
  },
  {
    name: "@x402/fetch with payment-identifier",
    program: "x402-payment-identifier",
    rail: "x402",
    lacks: payer,
    packages: ["@x402/fetch", "@x402/extensions"],
    sources: [
      { title: "clients/payment-identifier", url: `${x402Examples}/payment-identifier/index.ts` },
    ],
    setup:
      "The example, with the purchase's id as the identifier, so that it survives a restart. The seller answers as the example's server does: the same payment gets its answer again, another one with the same identifier is 409.",
    better:
      "It pays once under most faults, without any state of its own. What it lacks is the answer: it signs again, and the seller rejects the second payment.",
  },
  {
    name: "@x402/axios",
    program: "x402-axios",
    rail: "x402",
    lacks: payer,
    packages: ["@x402/axios"],
    sources: [{ title: "clients/axios", url: `${x402Examples}/axios/index.ts` }],
    setup: "The example with the EVM scheme alone, and the test's token in `allowedAssets`.",
    better: "It is an interceptor of the `axios` instance that an app has already.",
  },
  {
    name: "mppx",
    program: "mppx",
    rail: "mpp",
    lacks: payer,
    packages: ["mppx"],
    sources: [
      {
        title: "README, client",
        url: "https://github.com/wevm/mppx/blob/d343aae71a6e4961551489f6a05153391a42e941/README.md",
      },
    ],
    setup: "The quick start with the method `evm.charge` in place of `tempo`, on this chain.",
    better:
      "It opens sessions, in which many small requests share one payment channel, and pays by several networks and by card.",
  },
  {
    name: "CDP spend controls",
    program: "cdp-spend-controls",
    rail: "x402",
    lacks: { approval: noApproval },
    packages: ["@coinbase/cdp-sdk"],
    sources: [
      {
        title: "payForApiWithSpendControls",
        url: "https://github.com/coinbase/cdp-sdk/blob/f9bbf41d9efd4ed162228f94ca1ec6ac2086f4e7/examples/typescript/x402/clients/payForApiWithSpendControls.ts",
      },
    ],
    setup:
      "`applySpendControls`, which needs no account, on the client of `@x402/fetch`, with the default store, which is in memory. An own `SpendStore` may persist.",
    better:
      "It reserves before it signs and keeps an unclear payment reserved, in a few lines around a client. The keys can be in a wallet of CDP, which has rules of its own on the server.",
  },
  {
    name: "@lucid-agents/payments",
    program: "lucid-agents",
    runtime: "bun",
    rail: "x402",
    lacks: { approval: noApproval },
    packages: ["@lucid-agents/payments"],
    sources: [
      {
        title: "README, payment policies",
        url: "https://github.com/daydreamsai/lucid-agents/blob/f3f21957cff1f4ed3d284001630671f1450cb3e1/packages/payments/README.md",
      },
    ],
    setup:
      "The outgoing limit of the README on its default SQLite, by its own functions around `fetch`, without an account. Bun runs it, because it imports `bun:sqlite`; Bun's `fetch` repeats a request by itself. The seller names the price in the field that this version reads. Its repository has a later version, which reserves before it pays.",
    better:
      "It has limits for incoming payments too, and is part of a kit that also sells and describes agents.",
  },
  {
    name: "counter in memory",
    program: "memory-counter",
    rail: "x402",
    lacks: { approval: noApproval },
    packages: ["@x402/fetch"],
    sources: [
      {
        title: "LiteLLM, BudgetManager",
        url: "https://github.com/BerriAI/litellm/blob/eb7690c06f77b4c73fd40441e0b4e9b219292ad3/docs/my-website/docs/budget_manager.md",
      },
    ],
    setup:
      "Check, call, add, as the page documents it, around a payment by `@x402/fetch`. The check includes the price of the call.",
    better: "It is ten lines, and enough for one process with one caller.",
  },
  {
    name: "counter in a database",
    program: "database-counter",
    rail: "x402",
    lacks: { approval: noApproval },
    packages: ["@x402/fetch"],
    sources: [
      {
        title: "LiteLLM, budgets of the proxy",
        url: "https://github.com/BerriAI/litellm/blob/00e06b862370b670316c20336cb2bf1534ea7685/docs/my-website/docs/proxy/users.md",
      },
    ],
    setup:
      "The same with the sum in a row of SQLite, which is read before and raised after the payment.",
    better: "It survives a restart, and any query can read it.",
  },
  {
    name: "AI SDK",
    program: "ai-sdk",
    rail: "x402",
    lacks: framework,
    packages: ["ai"],
    sources: [
      {
        title: "Tool approvals",
        url: "https://github.com/vercel/ai/blob/ed857f50f112e23930b0c2dd8d532cc8bebbc911/content/docs/03-agents/06-tool-approvals.mdx",
      },
    ],
    setup:
      "`toolApproval` with a scripted model. The app stores the messages that the client sends, as with `useChat`.",
    better: "Approvals of any tool, not only of payments, in the stream of the chat itself.",
  },
  {
    name: "AI SDK with signed approvals",
    program: "ai-sdk-signed",
    rail: "x402",
    lacks: framework,
    packages: ["ai"],
    sources: [
      {
        title: "Tool approvals, signed",
        url: "https://github.com/vercel/ai/blob/ed857f50f112e23930b0c2dd8d532cc8bebbc911/content/docs/03-agents/06-tool-approvals.mdx",
      },
    ],
    setup: "The same with `experimental_toolApprovalSecret`.",
    better: "It rejects forged approvals without any storage.",
  },
  {
    name: "OpenAI Agents",
    program: "openai-agents",
    rail: "x402",
    lacks: framework,
    packages: ["@openai/agents"],
    sources: [
      {
        title: "human-in-the-loop",
        url: "https://github.com/openai/openai-agents-js/blob/6d0c61a5f62a5ed8142996a25b33446c810f84b3/examples/agent-patterns/human-in-the-loop.ts",
      },
    ],
    setup:
      "`needsApproval`, with the run's state in a file on the server, stored again after the approval. The client sends messages, never the state.",
    better: "The state of a paused run is one string, with nested agents and their approvals.",
  },
  {
    name: "Mastra",
    program: "mastra",
    rail: "x402",
    lacks: framework,
    packages: ["@mastra/core"],
    sources: [
      {
        title: "Agent approval",
        url: "https://github.com/mastra-ai/mastra/blob/448a602c1ed3302be443433e72cf7126e9cc0c81/docs/src/content/en/docs/agents/agent-approval.mdx",
      },
    ],
    setup:
      "`requireApproval` with `LibSQLStore` in a file. After a crash, the app lists suspended runs.",
    better: "Suspended runs are stored and listed by the framework, with a studio to decide them.",
  },
  {
    name: "LangGraph",
    program: "langgraph",
    rail: "x402",
    lacks: framework,
    packages: ["@langchain/langgraph"],
    needsDatabase: true,
    sources: [
      {
        title: "Human-in-the-loop",
        url: "https://github.com/langchain-ai/langgraphjs/blob/f8bdf16d4fe23a79e945ea5dc6f86bbf09abb77d/docs/docs/agents/human-in-the-loop.md",
      },
    ],
    setup:
      "`interrupt` in the tool, with the checkpoints in PostgreSQL. After a crash, the app invokes the thread with `null`.",
    better:
      "An approval is a part of the checkpointed run, and so outlives a crash without further code.",
  },
];
