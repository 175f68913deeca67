import { setTimeout as sleep } from "node:timers/promises";
import { createTreasury, type Proposal, type Treasury } from "@agent-treasury/treasury-core";
import { card, paymentsIn, recordingPayee } from "../processes/outage-payees.ts";
import {
  type OutageEvent,
  type OutageLine,
  type PayingWay,
  purposeOf,
  workspaceOf,
} from "../processes/outage-task.ts";
import { openStore, type StoreAddress } from "../stores/store.ts";

/** What one process printed. */
export interface Printed {
  readonly name: string;
  readonly lines: readonly OutageLine[];
}

/** What is true of one spend. */
export interface SpendTruth {
  /** Whether the payee was asked to pay it before the answer. */
  readonly isPaid: boolean;
  /** When the database answered again; null if it has no such spend. */
  readonly stored: Pick<Proposal, "id" | "status"> | null;
  /** After recovery. */
  readonly final: Pick<Proposal, "id" | "status"> | null;
}

const denial =
  /nothing was|was not (?:sent|changed|written)|no money moved|(?<!before you )try again/i;
const unconfirmed = /may have been sent; its outcome is not recorded yet.*Do not pay again/s;
const unread = /is paid, but the rest of the response could not be read.*Do not pay again/s;
const unclear = /may have been (?:committed|applied)|may not be recorded|did not end in time/;
const staleState = /`state` is from before the tools' calls/;

/** Returns what an answer about a spend states falsely, or does not state. */
export function flawsOfAnswer(text: string, truth: SpendTruth): readonly string[] {
  const { stored, final } = truth;
  const flaws: string[] = [];
  const id = final?.id ?? stored?.id ?? "";
  const said = statusesIn(text, id);
  const isPaid = truth.isPaid || final?.status === "executed" || final?.status === "approved";
  const saysPaid = said.has("executed") || / and paid\./.test(text) || unread.test(text);
  if (isPaid && denial.test(text)) flaws.push("denies the payment");
  if (saysPaid && stored?.status !== "executed") flaws.push("states a payment without a record");
  for (const status of ["denied", "failed"]) {
    if (isPaid && said.has(status)) flaws.push(`states that it is ${status}`);
  }
  if (isPaid && /"state":\{/.test(text) && said.size === 0 && !staleState.test(text)) {
    flaws.push("has an old state without saying so");
  }
  const isWarned = (unconfirmed.test(text) || unread.test(text)) && id !== "" && text.includes(id);
  const isOpen = /has no result yet, and may have paid\. Do not pay again/.test(text);
  const isUnpaid = !truth.isPaid && (unclear.test(text) || denial.test(text));
  if (!saysPaid && !said.has("approved") && !isWarned && !isOpen && !isUnpaid) {
    flaws.push("does not state what may have happened");
  }
  return flaws;
}

/** The statuses that an answer states of a proposal, also in a JSON string. */
function statusesIn(text: string, id: string): ReadonlySet<string> {
  if (id === "") return new Set();
  const object = new RegExp(`"(?:id|proposalId)":"${id}"[^{}]*?"status":"(\\w+)"`, "g");
  return new Set([...text.replaceAll("\\", "").matchAll(object)].map(([, status = ""]) => status));
}

const hourMs = 3_600_000;

export interface OutageAudit {
  readonly store: StoreAddress;
  readonly payeePath: string;
  readonly ways: readonly PayingWay[];
  readonly printed: readonly Printed[];
  /** Whether confirmed changes were lost, so that only denials are false. */
  readonly losesChanges: boolean;
}

/** Compares everything that processes stated with what the payee and the database know. */
export async function auditOutage(audit: OutageAudit): Promise<readonly string[]> {
  const { payeePath, ways, printed, losesChanges } = audit;
  const events: OutageEvent[] = [];
  const paidBefore = paymentsIn(payeePath);
  const stored = await readSpends(audit, 0, []);
  // By then, leases and delays have ended.
  const final = await readSpends(audit, hourMs, events);
  const flaws: string[] = [];
  for (const { name, lines } of printed) {
    for (const line of lines) if (line.kind === "event") events.push(line);
    flaws.push(...flawsOfLog(lines));
    for (const way of ways) {
      const purpose = purposeOf(way, name);
      const answer = lines.find((line) => line.kind === "answer" && line.way === way);
      const text = answer?.kind === "answer" ? answer.text : "";
      if (losesChanges) {
        if (denial.test(text)) flaws.push(`${purpose} is denied: ${text}`);
        continue;
      }
      const [before = null, after = null] = [stored.get(purpose), final.get(purpose)];
      const isPaid = paidBefore.includes(after?.id ?? "");
      for (const flaw of flawsOfAnswer(text, { isPaid, stored: before, final: after })) {
        const truth = `paid ${isPaid}, ${before?.status}, ${after?.status}`;
        flaws.push(`${purpose}, ${truth}, ${flaw}: ${text}`);
      }
    }
    flaws.push(...flawsOfOthers(lines, final.get(purposeOf("ask", name)) ?? null));
  }
  const executed = [...final.values()].flatMap(({ id, status }) =>
    status === "executed" ? [id] : [],
  );
  return losesChanges ? flaws : [...flaws, ...flawsOfPayments(payeePath, executed, events)];
}

/** Other requests than payments changed nothing. */
function flawsOfLog(lines: readonly OutageLine[]): readonly string[] {
  return lines.flatMap((line) =>
    line.kind === "log" && isOfPayment(line.action) && denial.test(line.text)
      ? [`log of ${line.action}: ${line.text}`]
      : [],
  );
}

function isOfPayment(action: string | null): boolean {
  return action !== "resetTreasury" && action !== "readTreasury";
}

/** A proposal that waits for approval changed nothing if its answer states so. */
function flawsOfOthers(lines: readonly OutageLine[], asked: Proposal | null): readonly string[] {
  return lines.flatMap((line) => {
    if (line.kind !== "answer" || line.way !== "ask" || asked === null) return [];
    return denial.test(line.text) ? [`${asked.purpose} is stored: ${line.text}`] : [];
  });
}

/** Payments that were repeated, are not recorded, or have no event or a wrong one. */
function flawsOfPayments(
  payeePath: string,
  executed: readonly string[],
  events: readonly OutageEvent[],
): readonly string[] {
  const payments = paymentsIn(payeePath).toSorted();
  const recorded = executed.toSorted();
  if (payments.join(" ") !== recorded.join(" ")) {
    return [`paid: ${payments.join(" ")}, recorded: ${recorded.join(" ")}`];
  }
  return recorded.flatMap((id) => {
    const of = events.filter(({ proposalId }) => proposalId === id);
    const kinds = new Set(of.map(({ event }) => event));
    const isDenied = kinds.has("proposalFailed") || kinds.has("proposalExpired");
    if (!isDenied && kinds.has("proposalExecuted")) return [];
    return [`events of ${id}: ${[...kinds].join(", ")}`];
  });
}

/** Reads the spends by their purpose. Recovers first if the clocks are ahead. */
async function readSpends(
  { store, payeePath, ways, printed }: OutageAudit,
  aheadMs: number,
  events: OutageEvent[],
): Promise<ReadonlyMap<string, Proposal>> {
  const treasury = openAhead(store, payeePath, aheadMs, events);
  if (aheadMs > 0) await treasury.recover();
  const workspaces = printed.flatMap(({ name }) =>
    [...ways, "ask" as const].map((way) => workspaceOf(way, name)),
  );
  const found = new Map<string, Proposal>();
  for (const workspaceId of new Set(workspaces)) {
    for (const proposal of (await treasury.state(workspaceId)).proposals) {
      // The purpose of a paid request begins with its address.
      found.set(proposal.purpose.split(": ").at(-1) ?? "", proposal);
    }
  }
  await treasury.close();
  return found;
}

function openAhead(
  store: StoreAddress,
  payeePath: string,
  aheadMs: number,
  events: OutageEvent[],
): Treasury {
  const now = (): number => Date.now() + aheadMs;
  const executors = ["card", "test_rail"].map((provider) => ({
    executor: recordingPayee({ ...card, provider }, payeePath, async () => {}),
  }));
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: openStore(store, now),
    clock: { now, monotonic: now, sleep: (milliseconds) => sleep(milliseconds) },
    recoverySeconds: false,
    executors,
    hooks: {
      event: (event) => {
        const proposalId = "proposal" in event ? event.proposal.id : null;
        events.push({ kind: "event", event: event.kind, proposalId });
      },
    },
    onFailure: () => {},
  });
}
