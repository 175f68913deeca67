import type { Feature } from "../../kernel/feature.ts";
import { eventsOfFreezes } from "./freeze-events.ts";
import { freezeGuard } from "./freeze-guard.ts";
import { freezeDocument } from "./freeze-record.ts";
import { unfreezeAction } from "./unfreeze.ts";

export const freezesFeature: Feature = {
  name: "freezes",
  requires: ["rules"],
  guards: [freezeGuard],
  documents: [freezeDocument],
  eventsOf: (before, { head }) => eventsOfFreezes(before.head, head),
  actions: { unfreeze: unfreezeAction },
};
