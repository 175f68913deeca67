import { type Commit, type Head, type Snapshot, type View, Micros } from "@agent-treasury/provider";
import { commitOn, docNamed } from "@agent-treasury/testing/commits";

/** The number of rounds of a workspace. Each creates one version. */
export type Round = bigint;

/** The workspaces of every call of the writer. */
export const workspacesOfWriter: readonly string[] = ["a", "b", "c"];

const entriesInRound = 2n;
const cents = Micros.of(10_000n);

/**
 * The content of a round: a head, two entries, a document and a claim, which all contain its
 * number.
 */
export function commitOfRound(workspaceId: string, round: Round): Commit {
  const sequence = round * entriesInRound;
  const commit = commitOn(workspaceId, round - 1n, { round: round.toString() });
  return {
    ...commit,
    next: commit.next && { ...commit.next, sequence },
    entries: [sequence - 1n, sequence].map((one) => ({
      epoch: 1,
      sequence: one,
      amount: cents,
      balance: Micros.of(one * cents),
      previousHash: "",
      hash: "",
      // Large enough to cause checkpoints of the log.
      body: "x".repeat(4_000),
    })),
    put: [{ ...docNamed("counter", round.toString()), open: true }],
    claim: [{ key: { kind: "round", id: round.toString() }, expiresAt: null }],
  };
}

/** The round of a head. */
export function roundOf(head: Head | null): Round {
  return head?.version ?? 0n;
}

/** The inconsistencies after a crash. Empty if each round is complete or missing. */
export function contradictionsIn(snapshot: Snapshot, view: View): string[] {
  const round = roundOf(snapshot.head);
  if (round === 0n) {
    const isEmpty = snapshot.open.length + view.entries.length + snapshot.claimed.length === 0;
    return isEmpty ? [] : ["something of a first round"];
  }
  const newest = view.entries[0];
  const facts: Readonly<Record<string, boolean>> = {
    "the account": JSON.stringify(snapshot.head?.account) === `{"round":"${round}"}`,
    "the sequence": snapshot.head?.sequence === round * entriesInRound,
    "the newest entry": newest?.sequence === snapshot.head?.sequence,
    "the sum of the entries": newest?.balance === Micros.of(round * entriesInRound * cents),
    "the number of entries": BigInt(view.entries.length) === round * entriesInRound,
    "the document": snapshot.open.length === 1 && snapshot.open[0]?.body === round.toString(),
    "the claims": snapshot.claimed.map((key) => key.id).join() === round.toString(),
  };
  return Object.keys(facts).filter((fact) => facts[fact] !== true);
}
