export const deny: object = { deny: true };

export function setOf(...rules: readonly object[]): unknown {
  return { version: 1, rules };
}

export function ruleWith(fields: object): unknown {
  return setOf({ id: "one", then: deny, ...fields });
}

export function many(count: number, create: (index: number) => object): readonly object[] {
  return Array.from({ length: count }, (_, index) => create(index));
}

export function textsOf(count: number, length = 4): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(index).padStart(length, "0"));
}
