import { refusesEveryCall } from "../every-call.ts";
import type { ServiceTest } from "../service-test.ts";
import { spendCall } from "../steps.ts";
import { operatorTokensOfSuite } from "../treasury/access-rules.ts";

const { ada, bob } = operatorTokensOfSuite;
const asAda = { headers: { authorization: `Bearer ${ada}` } };
const asBob = { headers: { authorization: `Bearer ${bob}` } };

/** Sign-in and permissions. */
export const operatorTests: readonly ServiceTest[] = [
  {
    shows: ["access/authenticate", "access/tokens", "open/denied"],
    name: "without a credential, or with an unknown one, everything but health → 401",
    setup: { options: { accessRules: "operators" } },
    run: async (context) => {
      await refusesEveryCall(context, "unauthenticated");
      for (const headers of [
        { authorization: "Bearer unknown" },
        { authorization: "Bearer " },
        { authorization: `Basic ${ada}` },
        { authorization: ada },
        { cookie: `other=${ada}` },
        { cookie: "treasury_operator=nobody" },
        { cookie: "treasury_operator=%ff" },
        { "x-operator": "Ada Lovelace" },
      ]) {
        const { status } = await context.refused(
          "unauthenticated",
          "readTreasury",
          {},
          { headers },
        );
        context.expect(status).toBe(401);
      }
    },
  },
  {
    shows: ["access/tokens", "authentication/operator", "access/operator-of-sign-in"],
    name: "POST treasury/decide → 200: the signed-in operator decides, by Bearer or cookie, for any name in the body",
    setup: { options: { accessRules: "operators" } },
    run: async (context) => {
      for (const headers of [
        { authorization: `Bearer ${ada}` },
        { authorization: `bearer  ${ada}` },
        { cookie: `theme=dark; treasury_operator=${ada}; other=1` },
      ]) {
        context.model.script(spendCall({ amountUsd: 12 }));
        const { state } = await context.ok("runTurn", { message: "Go." }, { headers });
        const { proposal } = await context.ok(
          "decideProposal",
          { proposalId: state.proposals[0]?.id ?? "", decision: "deny", operator: "Mallory" },
          { headers },
        );
        context
          .expect([proposal.operator, proposal.operatorVerified])
          .toEqual(["Ada Lovelace", true]);
      }
    },
  },
  {
    shows: ["access/authorize", "open/denied"],
    name: "an action that authorize denies → 403: by workspace",
    setup: { options: { accessRules: "authorized" } },
    run: async (context) => {
      for (const [name, input] of [
        ["readTreasury", { workspaceId: "acme" }],
        ["readTreasury", {}],
        ["listLedger", { workspaceId: "acme" }],
        ["listProposals", { workspaceId: "acme" }],
        ["verifyLedger", { workspaceId: "acme" }],
        ["startDeposit", { workspaceId: "acme", amountUsd: 5 }],
        ["confirmDeposit", { workspaceId: "acme", session_id: "cs_1" }],
        ["decideProposal", { workspaceId: "acme", proposalId: "prop_1", decision: "deny" }],
        ["resetTreasury", { workspaceId: "acme" }],
        ["createProposal", { workspaceId: "acme", amountUsd: 5, vendor: "A", purpose: "b" }],
        ["fetchPaid", { workspaceId: "acme", url: "https://a.example/", purpose: "b" }],
        ["readProposal", { workspaceId: "acme", proposalId: "prop_1" }],
        ["readResource", { workspaceId: "acme", proposalId: "prop_1" }],
        ["issueCredential", { workspaceId: "acme", agentId: "buyer", name: "Buyer" }],
        ["listCredentials", { workspaceId: "acme" }],
        ["revokeCredential", { workspaceId: "acme", credentialId: "1" }],
        ["listFreezes", { workspaceId: "acme" }],
        ["freeze", { workspaceId: "acme", scope: "workspace" }],
        ["unfreeze", { workspaceId: "acme", scope: "workspace" }],
        ["runTurn", { workspaceId: "acme", message: "Go." }],
        ["provisionMachine", { workspaceId: "acme" }],
      ] as const) {
        const { status } = await context.refused("forbidden", name, input, asBob);
        context.expect(status).toBe(403);
        const allowed = await context.call("readTreasury", { workspaceId: "bob-1" }, asBob);
        context.expect(allowed.ok).toBe(true);
      }
      context.expect(context.machines.calls).toEqual([]);
    },
  },
  {
    shows: ["access/authorize", "open/denied"],
    name: "an action that authorize denies → 403: by proposal",
    setup: { options: { accessRules: "authorized" } },
    run: async (context) => {
      const workspaceId = "bob-1";
      const ids: string[] = [];
      for (const amountUsd of [20, 20.01]) {
        context.model.script(spendCall({ amountUsd }));
        const { state } = await context.ok("runTurn", { workspaceId, message: "Go." }, asBob);
        ids.push(state.proposals[0]?.id ?? "");
      }
      const [small, large] = ids.map((proposalId) => ({
        workspaceId,
        proposalId,
        decision: "deny",
      }));
      await context.refused("forbidden", "decideProposal", { ...large }, asBob);
      const decided = await context.ok("decideProposal", { ...small } as never, asBob);
      context.expect([decided.proposal.operator, decided.state.pendingCount]).toEqual(["Bob", 1]);
      const byAda = await context.ok("decideProposal", { ...large } as never, asAda);
      context.expect(byAda.proposal.operator).toBe("Ada Lovelace");
    },
  },
  {
    shows: ["access/authorize", "access/list-filter", "open/denied"],
    name: "an action that authorize denies → 403: by machine, and lists omit it",
    setup: { options: { accessRules: "authorized" } },
    run: async (context) => {
      const mine = (await context.ok("provisionMachine", { workspaceId: "bob-1" }, asBob)).machine;
      const theirs = (await context.ok("provisionMachine", { workspaceId: "acme" }, asAda)).machine;
      const listedFor = async (extras: typeof asBob): Promise<readonly string[]> =>
        (await context.ok("listMachines", {}, extras)).machines.map(({ id }) => id).toSorted();
      context.expect(await listedFor(asBob)).toEqual([mine.id]);
      context.expect(await listedFor(asAda)).toEqual([mine.id, theirs.id].toSorted());
      await context.refused("forbidden", "readMachine", { id: theirs.id }, asBob);
      for (const action of ["suspend", "start", "exec"]) {
        const input = { id: theirs.id, action, command: "ls" };
        await context.refused("forbidden", "actOnMachine", input, asBob);
      }
      await context.refused("forbidden", "destroyMachine", { id: theirs.id }, asBob);
      context
        .expect((await context.ok("readMachine", { id: theirs.id }, asAda)).machine.state)
        .toBe("started");
      await context.ok("destroyMachine", { id: mine.id }, asBob);
    },
  },
  {
    shows: ["access/throw-denies", "open/denied"],
    name: "an authenticate that throws → 503, without the reason",
    setup: { options: { accessRules: "broken authenticate" } },
    run: async (context) => {
      await refusesEveryCall(context, "access_check_failed", asAda);
      const { error } = await context.refused("access_check_failed", "readTreasury", {}, asAda);
      context.expect(error.includes("Upstream")).toBe(false);
    },
  },
  {
    shows: ["access/throw-denies", "open/denied"],
    name: "an authorize that throws → 503, without the reason",
    setup: { options: { accessRules: "broken authorize" } },
    run: async (context) => {
      await refusesEveryCall(context, "access_check_failed", asAda);
      const { error } = await context.refused("access_check_failed", "readTreasury", {}, asAda);
      context.expect(error.includes("Upstream")).toBe(false);
    },
  },
];
