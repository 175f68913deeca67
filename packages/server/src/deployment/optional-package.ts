const marker = Symbol.for("agent-treasury.missing-package-error");

/** A package required by a setting is not installed. */
export class MissingPackageError extends Error {
  constructor(packageName: string, reason: string, cause: unknown) {
    super(
      `${reason} requires the package ${packageName}, which is not installed. Run: npm install ${packageName}`,
      { cause },
    );
    this.name = "MissingPackageError";
    Object.defineProperty(this, marker, { value: true });
  }
}

/**
 * Returns whether an error is a `MissingPackageError`, including one from another copy of this
 * module.
 */
export function isMissingPackageError(error: unknown): error is MissingPackageError {
  return typeof error === "object" && error !== null && marker in error;
}

/**
 * Imports an optional peer dependency at first use.
 *
 * @param reason what requires it, for the error message.
 */
export async function optionalPackage<Module>(
  packageName: string,
  reason: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Only if the package itself is missing, not one of its dependencies.
    if (isMissing(error, packageName)) throw new MissingPackageError(packageName, reason, error);
    const code = systemCodeOf(error);
    if (code === null) throw error;
    throw new Error(
      `${reason} requires the package ${packageName}, which could not be loaded (${code}). The next request tries again. If it fails as well, restart the process, because Node 22 can keep a failed import.`,
      { cause: error },
    );
  }
}

function isMissing(error: unknown, packageName: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") &&
    error.message.includes(`'${packageName}'`)
  );
}

/** Of an error of the operating system, for example `EMFILE` without free file descriptors. */
function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("errno" in error)) return null;
  return String((error as NodeJS.ErrnoException).code);
}
