import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Unpacks to a path unless it exists. The path appears when it is complete, because other processes
 * may unpack concurrently.
 *
 * @param unpack - unpacks into an empty directory.
 */
export async function unpackOnce(
  path: string,
  unpack: (directory: string) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  const begun = await mkdtemp(`${path}-`);
  try {
    await unpack(begun);
    await rename(begun, path);
  } catch (error) {
    await rm(begun, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(path)) throw error;
  }
}
