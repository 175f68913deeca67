import { runAiSdk } from "./ai-sdk-approvals.ts";

await runAiSdk();
