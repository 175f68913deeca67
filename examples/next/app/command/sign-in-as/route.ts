import { nextHandlers } from "@agent-treasury/adapter-next";
import { signInAs } from "../../../lib/demo-people.ts";

/** Signs in a person of the demo without a password. */
export const { POST } = nextHandlers({ handler: signInAs });
