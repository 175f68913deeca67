import type { Proposal, TreasuryClient, TreasuryState } from "@agent-treasury/sdk-client";
import type { Asker } from "./asker.ts";
import type { Narrator } from "./narrator.ts";
import { payCheckout } from "./pay-checkout.ts";
import { usd } from "./usd.ts";

/** What the walk goes through. */
export interface WalkThrough {
  /** Of a running service, bound to a workspace that is new. */
  readonly client: TreasuryClient;
  /** Where this process reaches the service, which may be behind another public address. */
  readonly localUrl: string;
  readonly narrator: Narrator;
  readonly asker: Asker;
}

/** Goes through the whole job once, by HTTP: money in, spends, decisions, ledger. */
export async function walkThrough(walk: WalkThrough): Promise<void> {
  await deposit(walk);
  await spendThatAPersonDecides(walk);
  await spendOverTheCap(walk);
  await smallSpend(walk);
  await spendOutOfTheReserve(walk);
  await ledger(walk);
}

async function deposit({ client, localUrl, narrator }: WalkThrough): Promise<void> {
  narrator.step("Money comes in by a checkout");
  const session = await client.treasury.deposit({ amountUsd: 60 });
  narrator.say(`Opened a sandbox checkout for ${usd(session.amountUsd)}.`);
  const { pathname } = new URL(session.url);
  const sessionId = await payCheckout(`${localUrl}${pathname}`);
  narrator.say("Paid it, by the request that the page's button sends. It is play money.");
  const { depositedUsd, state } = await client.treasury.confirmDeposit({ sessionId });
  narrator.good(`${usd(depositedUsd)} confirmed by the processor and credited. ${tell(state)}`);
  const again = await client.treasury.confirmDeposit({ sessionId });
  if (again.duplicate) narrator.faint("The return page loaded twice credits nothing twice.");
}

async function spendThatAPersonDecides(walk: WalkThrough): Promise<void> {
  walk.narrator.step("The agent asks for money, a person decides");
  const proposal = await direct(walk, "Buy a domain from Namecheap for $24");
  const { autoApproveUnderUsd } = (await walk.client.treasury.state()).budget;
  walk.narrator.say(
    `It waits: only safe spends under ${usd(autoApproveUnderUsd)} go through without a person.`,
  );
  await decide(walk, proposal, `Approve ${usd(proposal.amountUsd)} to ${proposal.vendor}?`);
}

async function spendOverTheCap(walk: WalkThrough): Promise<void> {
  walk.narrator.step("A spend over the cap is refused, whoever would approve it");
  const proposal = await direct(walk, "Buy a server from Hetzner for $75");
  walk.narrator.bad(`${capital(proposal.status)}: ${proposal.failure ?? proposal.reason}`);
  walk.narrator.say(`No money moved. ${tell(await walk.client.treasury.state())}`);
}

async function smallSpend(walk: WalkThrough): Promise<void> {
  walk.narrator.step("A small, safe spend needs nobody");
  const proposal = await direct(walk, "Buy stickers from Sticker Mule for $4");
  walk.narrator.good(
    `${capital(proposal.status)} by policy. ${tell(await walk.client.treasury.state())}`,
  );
}

async function spendOutOfTheReserve(walk: WalkThrough): Promise<void> {
  walk.narrator.step("An approval does not override the reserve");
  const { availableUsd } = await walk.client.treasury.state();
  // Which of them is too much depends on what was approved before.
  const amount = [20, 45].find((candidate) => candidate > availableUsd) ?? 45;
  const proposal = await direct(walk, `Buy ads from Meta for $${amount}`);
  walk.narrator.say(`It waits, for review: ${proposal.reason}`);
  await decide(walk, proposal, "Approve it all the same?");
}

async function ledger({ client, narrator }: WalkThrough): Promise<void> {
  narrator.step("The ledger has it all");
  const { entries } = await client.treasury.ledger();
  for (const { sequence, amountUsd, balanceUsd, description, hash } of entries.toReversed()) {
    narrator.say(
      [
        `#${sequence}`,
        usd(amountUsd).padStart(8),
        `balance ${usd(balanceUsd)}`,
        description.padEnd(24),
        hash.slice(0, 12),
      ].join("  "),
    );
  }
  const { valid, entriesChecked, headHash, problem } = await client.treasury.verify();
  if (!valid) throw new Error(`The ledger does not verify: ${problem}`);
  narrator.good(`Verified: ${entriesChecked} entries recomputed. Head ${headHash.slice(0, 12)}…`);
}

/** Sends a directive, and tells what the agent proposed. */
async function direct(walk: WalkThrough, message: string): Promise<Proposal> {
  const { client, narrator } = walk;
  narrator.quote("directive", message);
  const turn = await client.agent.run({ message });
  const [proposed] = turn.events.filter((event) => event.kind === "proposal");
  if (proposed === undefined) throw new Error(`The agent proposed nothing: ${turn.assistant}`);
  const { amountUsd, vendor, purpose } = proposed.proposal;
  narrator.say(`The agent proposes ${usd(amountUsd)} to ${vendor}, for ${purpose}.`);
  return proposed.proposal;
}

/** Asks for a decision, sends it, and tells what came of it. */
async function decide(walk: WalkThrough, proposal: Proposal, question: string): Promise<void> {
  const { client, narrator, asker } = walk;
  const decision = (await asker.confirm(question)) ? "approve" : "deny";
  const decided = await client.treasury.decide({
    proposalId: proposal.id,
    decision,
    operator: asker.operator,
  });
  const { status, operator, failure } = decided.proposal;
  if (status === "executed") {
    narrator.good(`Approved by ${operator}, checked again, paid. ${tell(decided.state)}`);
  } else if (status === "failed") {
    narrator.bad(`Approved, checked again, and not paid: ${failure}`);
  } else {
    narrator.bad(`${capital(status)} by ${operator}. ${tell(decided.state)}`);
  }
}

function tell({ balanceUsd, availableUsd }: TreasuryState): string {
  return `Balance ${usd(balanceUsd)}, of which ${usd(availableUsd)} can be spent.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
