import { allErrors } from "./error-conditions.ts";
import type { ErrorDefinition } from "./error-definition.ts";
import type { ErrorCode } from "./errors.ts";

/** All errors of the service, by code. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorDefinition>> =
  // Bundlers leave it out where only the answers are used.
  /* @__PURE__ */ allErrors();
