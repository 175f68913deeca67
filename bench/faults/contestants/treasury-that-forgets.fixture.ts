import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { runTreasury } from "./run-treasury.ts";

/** A deployment whose ledger ends with its process. */
await runTreasury(() => memoryStorage());
