import type { Feature } from "../../kernel/feature.ts";

/** What waits for persons, and their decisions. */
export const inboxFeature: Feature = {
  name: "inbox",
  requires: ["administration", "agent", "passkeys"],
};
