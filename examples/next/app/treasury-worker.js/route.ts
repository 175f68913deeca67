import { serviceWorker } from "@agent-treasury/approvals-push/page";

/** Shows notifications, which open the spend below this folder. */
export const GET = (): Response => serviceWorker();
