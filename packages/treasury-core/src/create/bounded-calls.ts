import type { AccessAction } from "../http/access-action.ts";
import { withinBound } from "../http/within-bound.ts";
import {
  effectsOfRequest,
  noEffects,
  withEffects,
} from "../kernel/ledger/commit/request-effects.ts";
import type { Treasury } from "../treasury.ts";

type BoundedName = "decide" | "propose" | "fetchPaid" | "proposal" | "budget" | "state";

/** The operations over HTTP that have the same bound. */
const actions: Readonly<Record<BoundedName, AccessAction>> = {
  decide: "decideProposal",
  propose: "createProposal",
  fetchPaid: "fetchPaid",
  proposal: "readProposal",
  budget: "readBudget",
  state: "readTreasury",
};

type BoundedMethods = Pick<Treasury, BoundedName>;

/** Answers calls in the process as fast as requests, whatever their database does. */
export function boundedCalls(methods: BoundedMethods): BoundedMethods {
  return {
    decide: (request) => within("decide", () => methods.decide(request)),
    propose: (request) => within("propose", () => methods.propose(request)),
    fetchPaid: (request) => within("fetchPaid", () => methods.fetchPaid(request)),
    proposal: (request) => within("proposal", () => methods.proposal(request)),
    budget: (request) => within("budget", () => methods.budget(request)),
    state: (workspaceId) => within("state", () => methods.state(workspaceId)),
  };
}

/** A call during a request has the bound of the request. */
function within<Answer>(name: BoundedName, call: () => Promise<Answer>): Promise<Answer> {
  if (effectsOfRequest() !== undefined) return call();
  const effects = noEffects();
  return withEffects(effects, () => withinBound(actions[name], effects, call));
}
