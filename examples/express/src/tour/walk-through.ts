import type { Proposal, TreasuryClient, TreasuryState } from "@agent-treasury/sdk-client";
import type { Asker } from "./asker.ts";
import type { Narrator } from "./narrator.ts";
import { payCheckout } from "./pay-checkout.ts";
import { usd } from "./usd.ts";

export interface WalkThrough {
  /** A client of the running service, bound to a new workspace. */
  readonly client: TreasuryClient;
  /** The local URL of the service, which may have another public URL. */
  readonly localUrl: string;
  readonly narrator: Narrator;
  readonly asker: Asker;
}

/** Runs the whole workflow over HTTP: deposit, spends, decisions, ledger. */
export async function walkThrough(walk: WalkThrough): Promise<void> {
  await deposit(walk);
  await spendThatAPersonDecides(walk);
  await spendOverTheCap(walk);
  await smallSpend(walk);
  await spendOutOfTheReserve(walk);
  await ledger(walk);
}

async function deposit({ client, localUrl, narrator }: WalkThrough): Promise<void> {
  narrator.step("A deposit by checkout");
  const session = await client.treasury.deposit({ amountUsd: 60 });
  narrator.say(`Opened a sandbox checkout for ${usd(session.amountUsd)}.`);
  const { pathname } = new URL(session.url);
  const sessionId = await payCheckout(`${localUrl}${pathname}`);
  narrator.say("Paid it with test money, by the request that the page's button sends.");
  const { depositedUsd, state } = await client.treasury.confirmDeposit({ sessionId });
  narrator.good(
    `${usd(depositedUsd)} confirmed by the processor and credited. ${balanceText(state)}`,
  );
  const again = await client.treasury.confirmDeposit({ sessionId });
  if (again.duplicate) narrator.faint("Loading the return page again credits nothing.");
}

async function spendThatAPersonDecides(walk: WalkThrough): Promise<void> {
  walk.narrator.step("A spend that needs approval");
  const proposal = await direct(walk, "Buy a domain from Namecheap for $24");
  const { autoApproveUnderUsd } = (await walk.client.treasury.state()).budget;
  walk.narrator.say(`It needs approval: the auto-approval limit is ${usd(autoApproveUnderUsd)}.`);
  await decide(walk, proposal, `Approve ${usd(proposal.amountUsd)} to ${proposal.vendor}?`);
}

async function spendOverTheCap(walk: WalkThrough): Promise<void> {
  walk.narrator.step("A spend over the limit is denied");
  const proposal = await direct(walk, "Buy a server from Hetzner for $75");
  walk.narrator.bad(`${capital(proposal.status)}: ${proposal.failure ?? proposal.reason}`);
  walk.narrator.say(`No money moved. ${balanceText(await walk.client.treasury.state())}`);
}

async function smallSpend(walk: WalkThrough): Promise<void> {
  walk.narrator.step("A small spend is approved automatically");
  const proposal = await direct(walk, "Buy stickers from Sticker Mule for $4");
  walk.narrator.good(
    `${capital(proposal.status)} by policy. ${balanceText(await walk.client.treasury.state())}`,
  );
}

async function spendOutOfTheReserve(walk: WalkThrough): Promise<void> {
  walk.narrator.step("An approval does not override the reserve");
  const { availableUsd } = await walk.client.treasury.state();
  // The first amount over the available balance, which depends on the earlier decisions.
  const amount = [20, 45].find((candidate) => candidate > availableUsd) ?? 45;
  const proposal = await direct(walk, `Buy ads from Meta for $${amount}`);
  walk.narrator.say(`It needs approval: ${proposal.reason}`);
  await decide(walk, proposal, "Approve it anyway?");
}

async function ledger({ client, narrator }: WalkThrough): Promise<void> {
  narrator.step("The ledger");
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

/** Sends an instruction and prints the proposal. */
async function direct(walk: WalkThrough, message: string): Promise<Proposal> {
  const { client, narrator } = walk;
  narrator.quote("instruction", message);
  const turn = await client.agent.run({ message });
  const [proposed] = turn.events.filter((event) => event.kind === "proposal");
  if (proposed === undefined) throw new Error(`The agent proposed nothing: ${turn.assistant}`);
  const { amountUsd, vendor, purpose } = proposed.proposal;
  narrator.say(`The agent proposes ${usd(amountUsd)} to ${vendor}, for ${purpose}.`);
  return proposed.proposal;
}

/** Asks for a decision, sends it, and prints the result. */
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
    narrator.good(`Approved by ${operator}, checked again and paid. ${balanceText(decided.state)}`);
  } else if (status === "failed") {
    narrator.bad(`Approved, but not paid: ${failure}`);
  } else {
    narrator.bad(`${capital(status)} by ${operator}. ${balanceText(decided.state)}`);
  }
}

function balanceText({ balanceUsd, availableUsd }: TreasuryState): string {
  return `Balance ${usd(balanceUsd)}, of which ${usd(availableUsd)} can be spent.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
