export type { ObjectOptions } from "./object-parts.ts";
export type { ObjectNamespace, ObjectSql, ObjectState, ObjectStorage } from "./platform.ts";
export {
  type ObjectClass,
  type TreasuryObjects,
  type TreasuryObjectsOptions,
  treasuryObjects,
} from "./treasury-objects.ts";
