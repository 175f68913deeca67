import { nextHandlers } from "@agent-treasury/adapter-next";
import { deployment } from "../../../lib/deployment.ts";

/** Signing in and out, and who looks at the page. */
export const { GET, POST } = nextHandlers({ handler: deployment.session });
