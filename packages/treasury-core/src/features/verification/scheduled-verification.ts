import type { CopiedPart } from "@agent-treasury/provider";
import type { CoreModule } from "../../http/core-module.ts";
import { checkGroup } from "../../kernel/check-group.ts";
import { workspacePages } from "../../kernel/deployment/workspace-pages.ts";
import type { Engine } from "../../kernel/engine.ts";
import { accountFromRecord } from "../../kernel/ledger/account.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import { durationOption } from "../../kernel/number-options.ts";
import { UnderWay } from "../../kernel/under-way.ts";
import { freeze } from "../freezes/index.ts";
import { verificationNames, type VerificationOptions } from "./verification-options.ts";
import {
  verificationKey,
  type VerificationState,
  verificationState,
} from "./verification-state.ts";
import type { verifyParts, verifyTreasury } from "./verify-treasury.ts";

const hourMs = 3_600_000;
/** A year. */
const mostHours = 8_784;
/** A run begins no further workspace after this time. The next run continues there. */
const longestRunMs = 20_000;
/** A process that has not stored a result in this time has probably ended. */
const leaseMs = 600_000;
const scheduler = { name: "scheduled verification", verified: true, id: null, agentId: null };

export type LoadVerification = () => Promise<{
  readonly verifyParts: typeof verifyParts;
  readonly verifyTreasury: typeof verifyTreasury;
}>;

/** Verifies each workspace once in the interval, whatever the number of processes. */
export function scheduledVerification(
  engine: Engine,
  options: VerificationOptions,
  load: LoadVerification,
): Pick<CoreModule, "maintenance" | "close"> {
  checkGroup("verification", options, verificationNames);
  const everyMs = durationOption("verification.everyHours", options.everyHours, mostHours) * hourMs;
  const { clock, storage } = engine;
  const runs = new UnderWay();
  let after: string | null = null;
  let restsUntil = 0;

  const isDue = ({ begunAt, verifiedAt }: VerificationState, now: number): boolean =>
    now - verifiedAt >= everyMs && now - begunAt >= leaseMs;

  const verify = async (workspaceId: string): Promise<void> => {
    const { verifyParts } = await load();
    const begin = written("begin_verification", (state, now) =>
      isDue(state, now) ? { ...state, begunAt: now } : state,
    );
    if (!(await engine.committer.run(workspaceId, begin))) return;
    const parts = untilClosed(storage.copy(workspaceId), runs.signal);
    const walks = await engine.walksOf(workspaceId);
    const { problem } = await verifyParts(workspaceId, parts, [], walks);
    const end = written("end_verification", (state, now) => ({
      ...state,
      verifiedAt: now,
      problem,
    }));
    // First, so that a process that exits between them leaves the verification due.
    if (problem !== null && options.freeze === true) {
      await freeze(engine, { workspaceId, scope: "workspace", reason: problem }, scheduler);
    }
    await engine.committer.run(workspaceId, end);
  };

  const run = async (): Promise<void> => {
    const begunAt = clock.monotonic();
    for await (const ids of workspacePages(engine, runs.signal, after)) {
      const requests = ids.map((workspaceId) => ({ workspaceId, keys: [] }));
      const snapshots = requests.length === 0 ? [] : await storage.load(requests);
      for (const [index, workspaceId] of ids.entries()) {
        const head = snapshots[index]?.head ?? null;
        if (head === null || !isDue(stateIn(head.account), clock.now())) continue;
        if (runs.signal.aborted || clock.monotonic() - begunAt >= longestRunMs) return;
        await verify(workspaceId).catch((error: unknown) => {
          if (!runs.signal.aborted) engine.report(error);
        });
        after = workspaceId;
      }
      after = ids.at(-1) ?? after;
    }
    after = null;
    restsUntil = clock.monotonic() + Math.min(everyMs / 8, hourMs);
  };

  return {
    maintenance: {
      timed: async () => {
        if (clock.monotonic() >= restsUntil) await runs.follow(run());
      },
      recover: () => runs.follow(run()),
    },
    close: () => runs.close(),
  };
}

function stateIn(account: Parameters<typeof accountFromRecord>[0]): VerificationState {
  return verificationState.of(accountFromRecord(account));
}

/** Answers whether the state changed. */
function written(
  name: string,
  change: (state: VerificationState, now: number) => VerificationState,
): Command<boolean> {
  return {
    name,
    reduce: (ledger, now) => {
      const state = verificationState.of(ledger.head.account);
      const next = change(state, now);
      if (next === state) return unchanged(false);
      const head = verificationState.with(ledger.head, next);
      // A head alone is not committed.
      const put = [keptDoc(verificationKey, head.epoch, { ...next })];
      return changed(ledger, true, { head, put });
    },
  };
}

async function* untilClosed(
  parts: AsyncIterable<CopiedPart>,
  signal: AbortSignal,
): AsyncGenerator<CopiedPart> {
  for await (const part of parts) {
    signal.throwIfAborted();
    yield part;
  }
}
