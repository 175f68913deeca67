import type { Input, RouteName } from "@agent-treasury/contract";
import type { ServiceTest } from "../service-test.ts";
import { propose } from "../steps.ts";

const spend = { amountUsd: 5, vendor: "A", purpose: "b" };

/** Every free-text field, in an otherwise valid request. */
function requestsWith(
  text: string,
): readonly (readonly [RouteName, Record<string, unknown>, string])[] {
  return [
    ["provisionMachine", { goal: text }, "goal"],
    ["provisionMachine", { agentId: text }, "agentId"],
    ["provisionMachine", { label: text }, "label"],
    ["actOnMachine", { id: "memory-1", action: "exec", command: text }, "command"],
    ["confirmDeposit", { session_id: text }, "session_id"],
    ["decideProposal", { proposalId: text, decision: "deny" }, "proposalId"],
    ["decideProposal", { proposalId: "prop_1", decision: "deny", operator: text }, "operator"],
    ["decideProposal", { proposalId: "prop_1", decision: "deny", comment: text }, "comment"],
    ["runTurn", { message: text }, "message"],
    [
      "runTurn",
      { message: "Go.", history: [{ role: "user", content: text }] },
      "history.0.content",
    ],
    ["createProposal", { amountUsd: 5, vendor: text, purpose: "b" }, "vendor"],
    ["createProposal", { amountUsd: 5, vendor: "A", purpose: text }, "purpose"],
    ["createProposal", { ...spend, category: text }, "category"],
    ["createProposal", { ...spend, agentLabel: text }, "agentLabel"],
    ["createProposal", { ...spend, idempotencyKey: text }, "idempotencyKey"],
    ["issueCredential", { agentId: "buyer", name: text }, "name"],
    ["issueCredential", { agentId: "buyer", name: "Buyer", owner: text }, "owner"],
    ["freeze", { scope: "vendor", id: text }, "id"],
    ["freeze", { scope: "workspace", reason: text }, "reason"],
    ["listLedger", { cursor: text }, "cursor"],
    ["listProposals", { cursor: text }, "cursor"],
  ];
}

/** Free text from drivers. */
export const textTests: readonly ServiceTest[] = [
  {
    shows: ["bad/nul"],
    name: "U+0000 in any free text → 400, naming the field, without effect",
    run: async (context) => {
      for (const text of ["\u0000", "a\u0000b"]) {
        for (const [name, input, field] of requestsWith(text)) {
          const { error } = await context.refused("invalid_request", name, input);
          context.expect([field, error.includes(`\`${field}\``)]).toEqual([field, true]);
        }
      }
      context.expect(context.machines.calls).toEqual([]);
      context.expect(context.model.requests.length).toBe(0);
    },
  },
  {
    shows: ["bad/surrogates"],
    name: "a lone surrogate in any free text becomes U+FFFD everywhere",
    run: async (context) => {
      const text = "half \ud800 a pair";
      const stored = "half \ufffd a pair";
      const { machine } = await context.ok("provisionMachine", {
        goal: text,
        agentId: text,
        label: text,
      });
      context
        .expect([machine.goal, machine.agentId, machine.label])
        .toEqual([stored, stored, stored]);
      const commands: string[] = [];
      context.machines.answerCommands((command) => {
        commands.push(command);
        return { exitCode: 0, stdout: "", stderr: "" };
      });
      await context.ok("actOnMachine", { id: machine.id, action: "exec", command: text });
      context.expect(commands).toEqual([stored]);
      const { id } = await propose(context, { amountUsd: 12 });
      const { proposal } = await context.ok("decideProposal", {
        proposalId: id,
        decision: "deny",
        operator: text,
        comment: text,
      });
      context.expect([proposal.operator, proposal.comment]).toEqual([stored, stored]);
      await context.ok("runTurn", { message: text, history: [{ role: "user", content: text }] });
      const told = context.model.requests
        .at(-1)
        ?.messages.slice(1)
        .map(({ content }) => content);
      context.expect(told).toEqual([stored, stored]);
      await context.refused("payment_processor_error", "confirmDeposit", { session_id: text });
      const unknown = { proposalId: text, decision: "deny" };
      await context.refused("proposal_not_found", "decideProposal", unknown);
      await context.refused("invalid_request", "listLedger", { cursor: text });
    },
  },
  {
    shows: ["bad/text-length", "open/text-sizes"],
    name: "texts over their limits → 400, and texts at their limits are accepted",
    run: async (context) => {
      const longest: readonly (readonly [RouteName, string, number, Record<string, unknown>])[] = [
        ["provisionMachine", "goal", 2_000, {}],
        ["provisionMachine", "agentId", 200, {}],
        ["provisionMachine", "label", 200, {}],
        ["decideProposal", "operator", 200, { decision: "deny" }],
        ["decideProposal", "comment", 2_000, { decision: "deny" }],
      ];
      const { id } = await propose(context, { amountUsd: 12 });
      for (const [name, field, maximum, rest] of longest) {
        const input = { ...rest, ...(name === "decideProposal" && { proposalId: id }) };
        const tooLong = { ...input, [field]: "x".repeat(maximum + 1) };
        const { error } = await context.refused("invalid_request", name, tooLong);
        context.expect([field, error.includes(field)]).toEqual([field, true]);
        const fits = { ...input, [field]: "x".repeat(maximum) };
        await context.ok(name, fits as Input<RouteName>);
      }
      await context.refused("invalid_request", "confirmDeposit", { session_id: "x".repeat(501) });
      const tooLong = { proposalId: "x".repeat(501), decision: "deny" };
      await context.refused("invalid_request", "decideProposal", tooLong);
    },
  },
  {
    shows: ["bad/workspace-id", "open/workspace-id"],
    name: "a workspace id with a slash, of 200 characters, or with another invalid character → 400 everywhere",
    run: async (context) => {
      const ids = [
        "a/b",
        "../acme",
        "x".repeat(200),
        "x".repeat(129),
        "a b",
        "ácme",
        "~fleet",
        "a\nb",
        "a\u0000b",
        "a%2fb",
        "a\ud800",
        "<script>",
        "💸",
      ];
      for (const workspaceId of ids) {
        for (const [name, input] of [
          ["readTreasury", {}],
          ["listLedger", {}],
          ["listProposals", {}],
          ["verifyLedger", {}],
          ["startDeposit", { amountUsd: 5 }],
          ["confirmDeposit", { session_id: "cs_1" }],
          ["decideProposal", { proposalId: "prop_1", decision: "deny" }],
          ["resetTreasury", {}],
          ["runTurn", { message: "Go." }],
          ["provisionMachine", {}],
        ] as const) {
          const { error } = await context.refused("invalid_request", name, {
            ...input,
            workspaceId,
          });
          context
            .expect([name, workspaceId, error.includes("workspaceId")])
            .toEqual([name, workspaceId, true]);
        }
      }
      context.expect(context.machines.calls).toEqual([]);
    },
  },
  {
    shows: ["bad/workspace-id"],
    name: "a workspace id that is not a string → 400",
    run: async (context) => {
      for (const workspaceId of [7, true, ["acme"], { id: "acme" }]) {
        await context.refused("invalid_request", "resetTreasury", { workspaceId });
        await context.refused("invalid_request", "startDeposit", { workspaceId, amountUsd: 5 });
        await context.refused("invalid_request", "runTurn", { workspaceId, message: "Go." });
      }
    },
  },
];
