import { runAiSdk } from "./ai-sdk-approvals.ts";

await runAiSdk("a secret of the server that is long enough");
