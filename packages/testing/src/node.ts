export * from "./adapter/adapter-conformance.ts";
export type { AdapterUnderTest, RunningAdapter } from "./adapter/adapter-under-test.ts";
