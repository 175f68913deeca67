// For code that is loaded later.
export { estimateFrom } from "./charge-tab.ts";
export type { TabCaller } from "./on-tab.ts";
export { payFromTab } from "./pay-from-tab.ts";
export { listTabs } from "./read-tabs.ts";
export { postingFrom } from "./post-tab.ts";
export { TabAccount } from "./tab-account.ts";
export { reserveOnTab } from "./tab-commands.ts";
export { renewalScope } from "./tab-opening.ts";
export { type NewestTab, Tabs } from "./tab-operations.ts";
export { estimateKey, placeOfTab, postingKey } from "./tab-record.ts";
