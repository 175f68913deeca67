const plain = /^[!-~]+(?: [!-~]+)*$/;
const everyIgnorable = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Normalises a name as version 0.2 did, by which it stored rules, counters, payees, standing
 * approvals and freezes. Its result must not change.
 */
export function earlierName(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  const folded = text.normalize("NFKC").replace(everyIgnorable, "").toLowerCase().normalize("NFKC");
  return folded.replace(/\s+/g, " ").trim();
}
