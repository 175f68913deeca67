import type { Feature } from "../../kernel/feature.ts";
import { eventsOfFreezes } from "./freeze-events.ts";
import { freezeGuard } from "./freeze-guard.ts";
import { type FreezeMarker, markerTerm } from "./freeze-marker.ts";
import { freezeDocument } from "./freeze-record.ts";
import { freezeState } from "./freeze.ts";
import { unfreezeAction } from "./unfreeze.ts";

export { type FreezeMarker, freezeMarker } from "./freeze-marker.ts";
export { type FreezeRecord, freezeKey } from "./freeze-record.ts";
export { type Freeze, freezesInHead, freezeState } from "./freeze.ts";
export { freeze, freezesBeside, presentFreezes } from "./freezes.ts";
export { frozenError, stopsAgent } from "./frozen-spend.ts";

export function freezesFeature(marker: FreezeMarker): Feature {
  return {
    name: "freezes",
    requires: ["administration", "rules"],
    terms: [markerTerm.with(marker)],
    observed: marker,
    slices: [freezeState],
    guards: [freezeGuard],
    documents: [freezeDocument],
    eventsOf: (before, { head }) => eventsOfFreezes(before.head, head),
    actions: { unfreeze: unfreezeAction },
  };
}
