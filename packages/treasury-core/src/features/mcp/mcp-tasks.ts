import { isTreasuryError, type McpTask, type McpTasks } from "@agent-treasury/provider";
import { type AgentPrincipal, credentialOf } from "../../http/outside-agent.ts";
import { linkSignals } from "../../kernel/abort-signals.ts";
import type { Engine } from "../../kernel/engine.ts";
import { decide } from "../../kernel/spends/decide.ts";
import type { ProposalWaits, ProposalWatch } from "../external-agents/index.ts";
import type { PaidFetchTerms } from "../paid-fetch/index.ts";
import { taskOf } from "./mcp-task.ts";
import { readOwn } from "./read-own.ts";

/** The client subscribes again afterwards. */
const longestStreamMs = 15 * 60_000;
/** An interval shorter than common idle timeouts of proxies. */
const heartbeatMs = 15_000;

interface McpTasksDeps {
  readonly engine: Engine;
  readonly paidFetch: PaidFetchTerms | null;
  readonly waits: ProposalWaits;
  readonly agent: AgentPrincipal;
  /** Whether the request's credential is still accepted. */
  readonly isAdmitted: () => Promise<boolean>;
}

/** The proposals of one agent as tasks. Nothing of a task is stored. */
export function mcpTasks(deps: McpTasksDeps): McpTasks {
  const { engine, paidFetch, waits, agent } = deps;
  const read = async (taskId: string): Promise<McpTask | null> => {
    const proposal = await readOwn(engine, agent, taskId);
    return proposal && taskOf(engine, paidFetch, proposal);
  };
  return {
    read,
    cancel: (taskId) => withdraw(engine, agent, taskId),
    watch: async (taskIds, signal) => {
      const found = await Promise.all([...new Set(taskIds)].map(read));
      const own = found.flatMap((task) => (task === null ? [] : [task.id]));
      const watch = waits.watch(engine, agent.workspaceId, own, credentialOf(agent));
      const over = new AbortController();
      const ended = linkSignals(signal, watch.closing, over.signal);
      const end = (): void => {
        watch.release();
        ended.unlink();
      };
      // Also if the client stops reading.
      if (ended.signal.aborted) end();
      else ended.signal.addEventListener("abort", end, { once: true });
      const close = (): void => over.abort("over");
      void engine.clock.sleep(longestStreamMs, ended.signal).then(close, () => undefined);
      const subscription = { taskIds: own, read, watch, signal: ended.signal, close };
      return { taskIds: own, changes: follow(deps, subscription), ended: ended.signal };
    },
  };
}

interface Subscription {
  readonly taskIds: readonly string[];
  readonly read: McpTasks["read"];
  readonly watch: ProposalWatch;
  readonly signal: AbortSignal;
  readonly close: () => void;
}

/** Yields each task when it changed, and null when nothing changed for a while. */
async function* follow(
  { engine: { clock, report }, isAdmitted }: McpTasksDeps,
  { taskIds, read, watch, signal, close }: Subscription,
): AsyncGenerator<McpTask | null, void, undefined> {
  const sent = new Map<string, string>();
  const open = new Set(taskIds);
  try {
    while (open.size > 0) {
      const pause = new AbortController();
      const stop = linkSignals(signal, pause.signal);
      // Before the reads, so that no change between them is missed.
      const change = watch.next(stop.signal).then(() => "change" as const);
      const silence = clock.sleep(heartbeatMs, stop.signal).catch(() => undefined);
      try {
        // The credential may have been revoked since the last event.
        if (signal.aborted || !(await isAdmitted())) return;
        for (const task of await Promise.all([...open].map(read))) {
          const text = JSON.stringify(task);
          if (task === null || sent.get(task.id) === text) continue;
          sent.set(task.id, text);
          if (task.status === "completed" && open.delete(task.id)) watch.drop(task.id);
          yield task;
        }
        if (open.size > 0 && (await Promise.race([change, silence])) === undefined) yield null;
      } finally {
        pause.abort("woken");
        stop.unlink();
      }
    }
  } catch (error) {
    if (!signal.aborted) report(error);
  } finally {
    close();
  }
}

/** A person's decision that was made before prevails. */
async function withdraw(engine: Engine, agent: AgentPrincipal, taskId: string): Promise<boolean> {
  const proposal = await readOwn(engine, agent, taskId);
  if (proposal?.status !== "pending") return proposal !== null;
  try {
    await decide(engine, agent.workspaceId, {
      proposalId: proposal.id,
      decision: "deny",
      operator: { id: null, name: agent.name, verified: true, groups: [] },
      comment: "Withdrawn by the agent.",
      isWithdrawal: true,
    });
  } catch (error) {
    if (!isTreasuryError(error) || error.status >= 500) throw error;
  }
  return true;
}
