import { readFile } from "node:fs/promises";

/** The report's text for a missing peer. */
export const peersMissing = "install what is compared with by `npm install --prefix bench/peers`";

/**
 * Imports a package installed beside this file, or returns null. The caller supplies the types,
 * because the package's own are missing where it is not installed.
 */
export async function loadPeer<Module>(name: string): Promise<Module | null> {
  try {
    return (await import(/* @vite-ignore */ name)) as Module;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}

/** The installed version for the report, or null. */
export async function peerVersion(name: string): Promise<string | null> {
  const path = new URL(`./node_modules/${name}/package.json`, import.meta.url);
  try {
    const { version } = JSON.parse(await readFile(path, "utf8")) as { readonly version: string };
    return version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
