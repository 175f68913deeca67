import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";

export { noMachineRecovery } from "./recover-machines.ts";

export const machinesFeature: Feature = {
  name: "machines",
  requires: ["freezes"],
  documents: neverErased("agent_body", "machine_reservation"),
};
