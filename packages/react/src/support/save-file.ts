/** Saves a file in the browser's downloads. */
export function saveFile(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = "text/csv",
): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, "-");
  link.click();
  URL.revokeObjectURL(address);
}
