import { nextHandlers } from "@agent-treasury/adapter-next";
import { treasuryFromEnvironment } from "@agent-treasury/cli";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } =
  nextHandlers(treasuryFromEnvironment());
