import type { ReactNode } from "react";
import styles from "./workspace-name.module.css";

export function WorkspaceName({ name }: { readonly name: string }): ReactNode {
  return (
    <p className={styles.name}>
      Workspace <bdi>{name}</bdi>
    </p>
  );
}
