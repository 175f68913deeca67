/** A person behind an agent. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Id of the person who issued the agent's credential, if it is another one. */
  readonly issuedBy?: string;
}

/** Returns the ids of the persons whose approval `notProposer` does not count; null if unknown. */
export function personsBehind(behind: Person | null): readonly string[] | null {
  if (behind === null) return null;
  const { id, issuedBy } = behind;
  return issuedBy === undefined ? [id] : [id, issuedBy];
}
