/** A person behind an agent. */
export interface Person {
  readonly id: string;
  readonly name: string;
}
