import { sandboxSellerOrigin } from "@agent-treasury/sandbox";
import {
  type ActionAnswer,
  type AdministrativeAction,
  type CredentialRequest,
  type Proposal,
  type ProposalRequest,
  type TreasuryClient,
  type TreasuryClientOptions,
  createTreasuryClient,
} from "@agent-treasury/sdk-client";
import type { DemoPeople } from "./demo-people.ts";
import { publishedRules, suggestedRules } from "./demo-rules.ts";

const workspaceId = "demo";
const otherWorkspaceId = "studio";

const allocations = [
  { id: "operations", name: "Operations", limitUsd: 100, per: "month" },
  { id: "tools", name: "Tools", parent: "operations", limitUsd: 20, per: "month" },
  { id: "research", name: "Research", parent: "operations", limitUsd: 30, per: "month" },
] as const;

const agents = [
  { agentId: "buyer", name: "Buyer" },
  { agentId: "scout", name: "Scout", allocationId: "research" },
] as const;

type AgentId = (typeof agents)[number]["agentId"];
type Spend = ProposalRequest & { readonly agent: AgentId };
type Purchase = Parameters<TreasuryClient["treasury"]["fetchPaid"]>[0] & {
  readonly idempotencyKey: string;
};

/**
 * 85 % of the tools' limit. Policy approves amounts below $10, Ada approves the one of $12, and the
 * limit for one spend denies the last one.
 */
const past: readonly Spend[] = [
  { agent: "buyer", ...spend(9, "Figma", "seat for a designer", "design", "tools") },
  { agent: "buyer", ...spend(8, "Linear", "seat for a month", "software", "tools") },
  { agent: "scout", ...spend(4, "Stock Photos", "pictures for a report", "design") },
  { agent: "scout", ...spend(2, "Exa", "search credits", "data") },
  { agent: "scout", ...spend(12, "Statista", "market report", "data") },
  { agent: "scout", ...spend(60, "Gartner", "industry report", "data") },
];

const waiting: readonly Spend[] = [
  { agent: "buyer", ...spend(28, "Hetzner", "server for a month", "infrastructure", "operations") },
  { agent: "scout", ...spend(12, "Crunchbase", "company profiles", "data") },
];

/** The seller's price is paid at once, its outcome is unknown for some time, or it needs approval. */
const purchases: readonly Purchase[] = [
  fetchOf("/weather", "the weather of the offsite"),
  fetchOf("/forecast", "the weather of the week after"),
  fetchOf("/archive", "the weather of past years"),
];

/** The seller sends its price back. */
const refunded: Purchase = fetchOf("/weather", "the weather of a cancelled trip");

/** Approves the spend below. */
const inAdvance = {
  agentId: "buyer",
  vendor: "GitHub",
  maximumUsd: 15,
  windowMaximumUsd: 30,
  per: "month",
  count: 12,
} as const;
const inAdvanceDays = 90;

const approvedInAdvance: Spend = {
  agent: "buyer",
  ...spend(11, "GitHub", "seats for a month", "software"),
};

type Service = Pick<TreasuryClientOptions, "baseUrl" | "fetch" | "maximumRetries" | "timeoutMs">;

/**
 * Fills an empty demo: two agents with allocations, past and pending spends, purchases, a standing approval, and rules of which a
 * stricter version waits for a second approval. That version is the last step, so that an interrupted
 * start continues, and a complete one is never repeated.
 */
export async function seedDemo(service: Service, people: DemoPeople): Promise<void> {
  const as = (token: string): TreasuryClient => clientWith(service, token);
  const ada = as(people.Ada);
  const grace = as(people.Grace);
  if (await isSeeded(ada)) return;
  const byBoth = (action: AdministrativeAction | null) => approvedBy(grace, action);
  const changed = async ({ action }: ActionAnswer): Promise<void> => byBoth(action);

  for (const allocation of allocations) await changed(await ada.allocations.set(allocation));
  const clients = new Map<AgentId, TreasuryClient>();
  for (const agent of agents) {
    clients.set(agent.agentId, as(await issueToken(ada, grace, agent)));
  }
  const known = await knownNames(ada);
  for (const { vendor, amountUsd } of past.filter(({ amountUsd: usd }) => usd < 10)) {
    if (!known.has(vendor)) await changed(await ada.payees.add({ vendor, amountUsd }));
  }
  const propose = async ({ agent, ...request }: Spend): Promise<void> => {
    const client = clients.get(agent) ?? ada;
    const { proposal } = await client.treasury.propose(request);
    const isPast = past.some(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey);
    if (!isPast || proposal.status !== "pending") return;
    await ada.treasury.decide({ proposalId: proposal.id, decision: "approve" });
  };
  for (const one of past) await propose(one);
  if (!(await hasStandingApproval(ada))) {
    const endsAt = new Date(Date.now() + inAdvanceDays * 86_400_000).toISOString();
    await changed(await ada.standingApprovals.create({ ...inAdvance, endsAt }));
  }
  await propose(approvedInAdvance);
  const { publication } = await ada.rules.current();
  if (publication === null) {
    const begun = await pendingPublication(ada);
    await byBoth(begun ?? (await ada.rules.publish({ rules: publishedRules })).action);
  }
  for (const one of waiting) await propose(one);
  const { treasury } = clients.get("buyer") ?? ada;
  for (const one of purchases) await treasury.fetchPaid(one);
  await refund((await treasury.fetchPaid(refunded)).proposal, service);
  const elsewhere = spend(18, "Mailchimp", "newsletter for a month", "marketing");
  await ada.treasury.propose({ workspaceId: otherWorkspaceId, ...elsewhere });
  await grace.rules.publish({ rules: suggestedRules });
}

/** Issues the credential of the visitor's own agent. Its token is valid at once. */
export function visitorToken(service: Service, people: DemoPeople): Promise<string> {
  const visitor = { agentId: "my-agent", name: "My agent" };
  return issueToken(clientWith(service, people.Ada), clientWith(service, people.Grace), visitor);
}

function clientWith(service: Service, token: string): TreasuryClient {
  const headers = { authorization: `Bearer ${token}` };
  return createTreasuryClient({ ...service, workspaceId, headers });
}

async function issueToken(
  ada: TreasuryClient,
  grace: TreasuryClient,
  agent: CredentialRequest,
): Promise<string> {
  await revokeEarlier(ada, agent.agentId);
  const { token, action } = await ada.credentials.issue(agent);
  await approvedBy(grace, action);
  return token;
}

/** Published rules, and a change under them, need both people. */
async function approvedBy(
  { actions }: TreasuryClient,
  action: AdministrativeAction | null,
): Promise<void> {
  if (action?.status !== "pending") return;
  await actions.decide({ actionId: action.id, decision: "approve" });
}

/** Policy pays only payees that a person named or approved. */
async function knownNames(client: TreasuryClient): Promise<ReadonlySet<string | null>> {
  const { payees } = await client.payees.list();
  return new Set(payees.map(({ name }) => name));
}

/** Presses the button of the sandbox's page. */
async function refund(
  proposal: Proposal | null,
  { baseUrl, fetch: send = fetch }: Pick<TreasuryClientOptions, "baseUrl" | "fetch">,
): Promise<void> {
  const payment = proposal?.reference;
  if (!payment) return;
  const action = `/sandbox/purchases/${encodeURIComponent(payment)}/refund`;
  await send(`${baseUrl}${action}`, { method: "POST", redirect: "manual" });
}

async function isSeeded({ actions }: TreasuryClient): Promise<boolean> {
  for await (const { type, startedBy } of actions.each()) {
    if (type === "publish_rules" && startedBy === "Grace") return true;
  }
  return false;
}

/** Ada's, which an interrupted start left without Grace's approval. */
async function pendingPublication({
  actions,
}: TreasuryClient): Promise<AdministrativeAction | null> {
  for await (const action of actions.each()) {
    const { type, startedBy, status } = action;
    if (type === "publish_rules" && startedBy === "Ada" && status === "pending") return action;
  }
  return null;
}

async function hasStandingApproval({ standingApprovals }: TreasuryClient): Promise<boolean> {
  const listed = await standingApprovals.list();
  return listed.standingApprovals.length > 0;
}

/** Their tokens are lost. */
async function revokeEarlier({ credentials }: TreasuryClient, agentId: string): Promise<void> {
  for await (const { id, revokedAt, ...credential } of credentials.each()) {
    if (credential.agentId !== agentId || revokedAt !== null) continue;
    await credentials.revoke({ credentialId: id });
  }
}

function fetchOf(path: string, purpose: string): Purchase {
  const url = `${sandboxSellerOrigin}${path}`;
  return { url, purpose, category: "data", idempotencyKey: `demo ${path} ${purpose}` };
}

function spend(
  amountUsd: number,
  vendor: string,
  purpose: string,
  category: string,
  allocationId?: string,
): ProposalRequest & { readonly idempotencyKey: string } {
  const idempotencyKey = `demo ${vendor}`;
  return { amountUsd, vendor, purpose, category, idempotencyKey, allocationId };
}
