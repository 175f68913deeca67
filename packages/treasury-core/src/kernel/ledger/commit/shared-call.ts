import type { CommitOutcome } from "@agent-treasury/provider";
import { bytesInCall, type QueuedCommand, settleGroup } from "./run-group.ts";
import { sendTogether, withoutOutcome } from "./send-commit.ts";
import type { Attempt, WriterDeps } from "./workspace-state.ts";
import type { WorkspaceWriter } from "./workspace-writer.ts";

/** What a command requests depends on the head, so that a group needs the first load to name it. */
const sharedLoads = 2;

/** A workspace's group in a shared call. */
export interface QueuedCall {
  readonly writer: WorkspaceWriter;
  readonly group: readonly QueuedCommand[];
  /** Called with the commands that did not fit. */
  leave(rest: readonly QueuedCommand[]): void;
  /** Called when the group is answered, or with the promise of its separate run. */
  complete(alone: Promise<void> | null): void;
}

interface BatchedCall {
  readonly queuedCall: QueuedCall;
  readonly attempt: Attempt;
}

/**
 * Loads, runs and commits groups of several workspaces together. A group whose commit needs a retry
 * continues alone, so that it does not delay the others. Never rejects.
 */
export async function callTogether(
  deps: WriterDeps,
  queuedCalls: readonly QueuedCall[],
): Promise<void> {
  const batched: BatchedCall[] = [];
  const unknown: QueuedCall[] = [];
  for (const queuedCall of queuedCalls) {
    const attempt = attemptFor(queuedCall, () =>
      queuedCall.writer.ledger.runOnCached(queuedCall.group),
    );
    if (attempt === null) unknown.push(queuedCall);
    else if (attempt !== undefined) batched.push({ queuedCall, attempt });
  }
  batched.push(...(await loadFor(deps, unknown)));
  for (const { queuedCall, attempt } of batched) {
    queuedCall.leave(queuedCall.group.slice(attempt.group.length));
  }
  for (const call of callsFor(batched)) await commit(deps, call);
}

/** Loads groups, and once more those that requested further documents. The rest continues alone. */
async function loadFor(deps: WriterDeps, unknown: readonly QueuedCall[]): Promise<BatchedCall[]> {
  const batched: BatchedCall[] = [];
  let rest = unknown;
  for (let loads = 0; loads < sharedLoads && rest.length > 0; loads += 1) {
    rest = await load(deps, rest, batched);
  }
  for (const { writer, group, complete } of rest) complete(writer.run(group));
  return batched;
}

/** Adds those that ran to `batched`, and returns those that requested further documents. */
async function load(
  deps: WriterDeps,
  queuedCalls: readonly QueuedCall[],
  batched: BatchedCall[],
): Promise<readonly QueuedCall[]> {
  try {
    const observe = deps.storageClock.beginLoad();
    const requests = queuedCalls.map(({ writer, group }) => writer.ledger.requestFor(group));
    const snapshots = await deps.storage.load(requests);
    const [first] = snapshots;
    if (first !== undefined) observe(first.storageNow);
    return requests.flatMap((request, index) => {
      const queuedCall = queuedCalls[index] as QueuedCall;
      const { writer, group } = queuedCall;
      const attempt = attemptFor(queuedCall, () =>
        writer.ledger.runOnLoaded(group, request, snapshots[index]),
      );
      if (attempt) batched.push({ queuedCall, attempt });
      return attempt === null ? [queuedCall] : [];
    });
  } catch (error) {
    for (const queuedCall of queuedCalls) fail(queuedCall, error);
    return [];
  }
}

/** Isolates a fault to its group; undefined after its callers were rejected. */
function attemptFor(queuedCall: QueuedCall, run: () => Attempt | null): Attempt | null | undefined {
  try {
    return run();
  } catch (error) {
    fail(queuedCall, error);
    return undefined;
  }
}

async function commit(deps: WriterDeps, call: readonly BatchedCall[]): Promise<void> {
  const commits = call.flatMap(({ attempt }) => attempt.commit ?? []);
  try {
    const outcomes = commits.length === 0 ? [] : await sendTogether(deps.storage, commits);
    let place = 0;
    for (const { queuedCall, attempt } of call) {
      const outcome = attempt.commit === null ? committed : outcomes[place];
      if (attempt.commit !== null) place += 1;
      settle(queuedCall, attempt, outcome ?? withoutOutcome());
    }
  } catch (error) {
    for (const { queuedCall, attempt } of call) fail(queuedCall, error, attempt.group);
  }
}

const committed: CommitOutcome = { kind: "committed" };

function settle({ writer, complete }: QueuedCall, attempt: Attempt, outcome: CommitOutcome): void {
  if (outcome.kind !== "committed") {
    complete(writer.run(attempt.group, attempt, outcome));
    return;
  }
  writer.ledger.keep(attempt);
  settleGroup(attempt);
  complete(null);
}

function fail(queuedCall: QueuedCall, error: unknown, group = queuedCall.group): void {
  queuedCall.writer.ledger.forget();
  for (const queued of group) queued.reject(error);
  queuedCall.complete(null);
}

function callsFor(batched: readonly BatchedCall[]): readonly (readonly BatchedCall[])[] {
  const calls: BatchedCall[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of batched) {
    const size = one.attempt.ledger.bytes;
    if (bytes + size > bytesInCall) {
      calls.push([]);
      bytes = 0;
    }
    calls.at(-1)?.push(one);
    bytes += size;
  }
  return calls;
}
