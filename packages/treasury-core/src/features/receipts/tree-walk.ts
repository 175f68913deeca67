import type { CopiedPart } from "@agent-treasury/provider";
import { toBase64 } from "../../kernel/base64.ts";
import type { CopyWalk } from "../../kernel/ledger/copy-walk.ts";
import { checkpointFrom } from "./checkpoint-record.ts";
import { GrowingTree, leafHash } from "./merkle-tree.ts";

/** What a checkpoint states about a workspace. */
export interface StatedTree {
  readonly origin: string;
  readonly size: number;
  /** The root in base64. */
  readonly root: string;
}

/** Reads the first lines of a C2SP checkpoint. Null for another text. */
export function statedTree(note: string): StatedTree | null {
  const [origin = "", size = "", root = ""] = note.split("\n");
  const isCheckpoint =
    origin.includes("/") && /^[1-9]\d*$/.test(size) && /^[\w+/]{43}=$/.test(root);
  return isCheckpoint ? { origin, size: Number(size), root } : null;
}

/** Compares checkpoints with the entries that they cover: the stored one, and those of holders. */
export class TreeWalk implements CopyWalk {
  readonly #expected: StatedTree[];
  readonly #tree: GrowingTree = new GrowingTree();
  #problem: string | null = null;

  constructor(held: readonly StatedTree[] = []) {
    this.#expected = [...held];
  }

  see(part: CopiedPart): void {
    if (part.kind === "doc") {
      const { note } = checkpointFrom([part.doc]);
      const stored = note === null ? null : statedTree(note);
      if (stored !== null) this.#expected.push(stored);
    } else if (part.kind === "entry" && this.#expected.length > 0) this.#seeHash(part.entry.hash);
  }

  problem(): string | null {
    const [missing] = this.#expected.filter(({ size }) => size > this.#tree.size);
    if (missing === undefined || this.#problem !== null) return this.#problem;
    return `A checkpoint covers ${missing.size} entries, but there are ${this.#tree.size}.`;
  }

  #seeHash(hash: string): void {
    if (!/^[\da-f]{64}$/.test(hash)) return;
    this.#tree.append(leafHash(hash));
    for (const { size, root } of this.#expected) {
      if (size === this.#tree.size && toBase64(this.#tree.root()) !== root) {
        this.#problem ??= `The first ${size} entries are not those of a checkpoint: the ledger was rewritten.`;
      }
    }
  }
}
