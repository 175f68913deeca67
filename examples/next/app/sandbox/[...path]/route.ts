import { nextHandlers } from "@agent-treasury/adapter-next";
import { deployment } from "../../../lib/deployment.ts";

/** Serves the sandbox's checkout page. */
export const { GET, HEAD, POST } = nextHandlers({ handler: deployment.sandbox });
