import { nextHandlers } from "@agent-treasury/adapter-next";
import { deployment } from "../../../lib/deployment.ts";

/** Returns who is signed in. */
export const { GET } = nextHandlers({ handler: deployment.session });
