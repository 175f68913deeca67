import { coldImport } from "./cold-import/cold-import.ts";
import { events } from "./events/events.ts";
import { faults } from "./faults/faults.ts";
import { frameworks } from "./frameworks/frameworks.ts";
import type { Bench } from "./harness/bench.ts";
import { httpDecide, httpRead } from "./http/http-benches.ts";
import { httpReaders } from "./http/http-readers.ts";
import { httpSpend } from "./http/http-spend.ts";
import { ledgerHot, ledgerMany, ledgerOne } from "./ledger/ledger-benches.ts";
import { ledgerShards } from "./ledger/ledger-shards.ts";
import { markup } from "./markup/markup.ts";
import { memory } from "./memory/memory.ts";
import { streamMemory } from "./memory/stream-memory.ts";
import { webhookFlood } from "./memory/webhook-flood.ts";
import { objects } from "./objects/objects.ts";
import { ledgerProcesses } from "./processes/ledger-processes.ts";
import { readsFlat } from "./reads/reads-flat.ts";
import { receipts } from "./receipts/receipts.ts";
import { replay } from "./replay/replay.ts";
import { ruledSpends } from "./rules/rules.ts";
import { screening } from "./screening/screening.ts";
import { sqliteGroups } from "./sqlite/sqlite-groups.ts";
import { tabs } from "./tabs/tabs.ts";
import { turns } from "./turns/turns.ts";

/** Every bench, in the order of results.md. */
export const benches: readonly Bench[] = [
  ledgerHot,
  ledgerMany,
  ledgerOne,
  ledgerProcesses,
  ledgerShards,
  objects,
  ruledSpends,
  events,
  replay,
  tabs,
  sqliteGroups,
  readsFlat,
  receipts,
  memory,
  streamMemory,
  webhookFlood,
  httpRead,
  httpDecide,
  httpReaders,
  httpSpend,
  screening,
  markup,
  turns,
  frameworks,
  faults,
  coldImport,
];
