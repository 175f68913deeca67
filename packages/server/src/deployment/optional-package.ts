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
    throw error;
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
