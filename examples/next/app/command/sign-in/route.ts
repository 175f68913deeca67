import { nextHandlers } from "@agent-treasury/adapter-next";
import { deployment } from "../../../lib/deployment.ts";

/** Signs a person in. */
export const { POST } = nextHandlers({ handler: deployment.session });
