import { neverErased } from "../treasury/documents/document-kind.ts";
import type { Feature } from "../treasury/feature.ts";

export const machinesFeature: Feature = {
  name: "machines",
  requires: ["agent", "freezes"],
  documents: neverErased("agent_body", "machine_reservation"),
};
