import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";

export const machinesFeature: Feature = {
  name: "machines",
  requires: ["freezes", "tabs"],
  documents: neverErased("agent_body", "machine_reservation", "machine_meter"),
};
