import type { ReactNode } from "react";

interface SpendTitleProps {
  /** Ends with the vendor. */
  readonly title: string;
  readonly vendor: string;
}

/** Isolates the vendor, so that its text direction cannot reorder the amount. */
export function SpendTitle({ title, vendor }: SpendTitleProps): ReactNode {
  if (!title.endsWith(vendor)) return <bdi>{title}</bdi>;
  return (
    <>
      {title.slice(0, title.length - vendor.length)}
      <bdi>{vendor}</bdi>
    </>
  );
}
