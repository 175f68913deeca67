export type * from "./conformance/test-framework.ts";
