import { nextHandlers } from "@agent-treasury/adapter-next";
import { deployment } from "../../../../lib/deployment.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextHandlers(deployment.treasury);

/** A turn may take two minutes, and a machine five to start. */
export const maxDuration = 300;
