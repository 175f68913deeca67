import type { Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import type { Allocation, RuleSet } from "@agent-treasury/rules";
import { postgresStorage } from "@agent-treasury/storage-postgres";
import {
  allocationsToDoc,
  type Command,
  changesOn,
  proposeSpend,
  RuleSets,
} from "../../packages/treasury-core/src/domain.ts";
import { type LedgerContestant, workspaceName } from "../ledger/ledger-contestant.ts";
import {
  committerOn,
  generousPolicy,
  oneCent,
  startingCapital,
} from "../ledger/treasury-engine.ts";

/** Spends and storage calls of a contestant. */
export interface StorageCalls {
  spends: number;
  loads: number;
  commits: number;
}

const agents = 5;
const vendors = 20;
const categories = ["hosting", "software", "travel", "data"];
const tree: readonly (readonly [id: string, parent: string | null])[] = [
  ["company", null],
  ["research", "company"],
  ["models", "research"],
];

/** A treasury with these rules on PostgreSQL. With an allocation, spends count against a tree. */
export function ruledLedger(
  name: string,
  schema: string,
  rules: RuleSet,
  allocationId: string | null,
  calls: StorageCalls,
): LedgerContestant {
  const policy = { ...generousPolicy, ruleSets: new RuleSets(rules) };
  return {
    name,
    isTuned: false,
    install: async ({ monitor }) => {
      await monitor.freshSchema(schema);
      return () => monitor.number(`SELECT count(*) FROM ${schema}.entries`);
    },
    open: async ({ database }) => {
      const storage = counting(postgresStorage({ url: database.url, schema }), calls);
      const committer = committerOn(storage);
      const workspaceId = workspaceName(0);
      const spend = async (): Promise<void> => {
        calls.spends += 1;
        const request = { ...oneCent(), ...anyone(), allocationId };
        const { status, failure } = await committer.run(workspaceId, proposeSpend(request, policy));
        if (status !== "executed")
          throw new Error(`A spend was ${status}: ${failure ?? "no reason"}.`);
      };
      await committer.run(workspaceId, createTree());
      return {
        spend,
        close: async () => {
          await committer.close();
          await storage.close();
        },
      };
    },
  };
}

/** One of a hundred combinations of an agent and a vendor. */
function anyone(): { agentId: string; vendor: string; category: string } {
  const vendor = Math.floor(Math.random() * vendors);
  return {
    agentId: `agent-${Math.floor(Math.random() * agents)}`,
    vendor: `Example Vendor ${String.fromCodePoint(65 + vendor)}`,
    category: categories[vendor % categories.length] ?? "",
  };
}

function createTree(): Command<null> {
  const allocations = tree.map(([id, parent]): Allocation => ({
    id,
    name: id,
    parent,
    limit: { amount: startingCapital, window: { kind: "calendar", period: "month" } },
    endsAt: null,
    isArchived: false,
  }));
  return {
    name: "create_allocations",
    reads: [],
    reduce: (ledger) => {
      const changes = changesOn(ledger, {
        put: [allocationsToDoc(allocations, ledger.head.epoch)],
      });
      return { kind: "changed", answer: null, changes };
    },
  };
}

function counting(storage: Storage, calls: StorageCalls): Storage {
  return {
    ...forwardedStorage(storage),
    load: (requests) => {
      calls.loads += 1;
      return storage.load(requests);
    },
    commit: (commits) => {
      calls.commits += 1;
      return storage.commit(commits);
    },
  };
}
