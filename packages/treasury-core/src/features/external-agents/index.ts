import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { credentialIndexKey, issuingAction } from "./credential-action.ts";
import { credentialKind } from "./credential-record.ts";

export const externalAgentsFeature: Feature = {
  name: "external-agents",
  requires: ["rules", "agent"],
  documents: neverErased(credentialKind, credentialIndexKey.kind),
  actions: { issue_credential: issuingAction },
};
