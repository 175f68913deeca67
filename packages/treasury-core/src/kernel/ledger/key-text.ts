import type { Key } from "@agent-treasury/provider";

/** A key that is looked up several times. Its text is created and hashed once. */
export class RepeatedKey implements Key {
  readonly kind: string;
  readonly id: string;
  readonly text: string;

  constructor({ kind, id }: Key) {
    this.kind = kind;
    this.id = id;
    this.text = keyText({ kind, id });
  }
}

export function keyText(key: Key): string {
  return key instanceof RepeatedKey ? key.text : `${key.kind}\n${key.id}`;
}
