const folders = ["kernel", "http", "memory", "create"] as const;

/** What a file of the core belongs to. `entry` is a file beside the folders. */
export interface CorePart {
  readonly kind: (typeof folders)[number] | "feature" | "entry";
  /** The feature's folder; the kind of any other part. */
  readonly id: string;
}

/** Returns the part of a path below the core's `src/`; null if the path is in no part. */
export function corePartOf(path: string): CorePart | null {
  const [first = "", second] = path.split("/");
  if (second === undefined) return { kind: "entry", id: "entry" };
  if (first === "features") return { kind: "feature", id: second };
  const kind = folders.find((folder) => folder === first);
  return kind === undefined ? null : { kind, id: kind };
}
