import { nextHandlers } from "@agent-treasury/adapter-next";
import { deployment } from "../../../lib/deployment.ts";

/** The checkout page of the sandbox's play money. */
export const { GET, HEAD, POST } = nextHandlers({ handler: deployment.sandbox });
