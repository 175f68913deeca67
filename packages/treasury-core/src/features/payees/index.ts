import type { Feature } from "../../kernel/feature.ts";
import { knownPayeeDocument } from "../../kernel/payees/known-payee.ts";
import { addPayeeAction } from "./add-payee.ts";
import { contentGuard } from "./content-guard.ts";
import { payeeGuard } from "./payee-guard.ts";

/** A person looks at payments to payees that the workspace does not know. */
export const payeesFeature: Feature = {
  name: "payees",
  guards: [contentGuard, payeeGuard()],
  documents: [knownPayeeDocument],
  actions: { add_payee: addPayeeAction },
};
