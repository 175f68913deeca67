/** Few values, so that rules and spends meet. */
export const values = {
  agents: ["agent", "buyer"],
  // The last one has a Cyrillic letter, and so counts for itself and with the first.
  vendors: ["aws", "gcp", "figma", "\u0430ws"],
  categories: ["software", "travel"],
  allocations: ["company", "marketing", "ads"],
  amounts: [1, 1, 2, 3, 4, 5, 7, 8, 9, 12],
} as const;
