import { runTreasury } from "./run-treasury.ts";

await runTreasury();
