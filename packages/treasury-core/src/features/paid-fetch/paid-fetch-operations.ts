// Loaded when one of them is called.
export { fetchForProposer } from "./fetch-for-proposer.ts";
export { fetchInTurn, toolOutcome } from "./fetch-in-turn.ts";
export { fetchedToWire } from "./fetched-to-wire.ts";
