"use client";

import { RotateCw } from "lucide-react";
import { Component, type ReactNode } from "react";
import styles from "./problem.module.css";

interface PartBoundaryProps {
  readonly children: ReactNode;
}

interface PartBoundaryState {
  readonly isMissing: boolean;
}

/**
 * Keeps the rest of the page where a part of it fails: mostly one that is fetched when somebody looks
 * at it, while the server is away or after it was deployed anew.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { isMissing: false };

  static getDerivedStateFromError(): PartBoundaryState {
    return { isMissing: true };
  }

  override render(): ReactNode {
    if (!this.state.isMissing) return this.props.children;
    return (
      <div className={styles.problem} role="alert">
        <p>
          <strong>This section could not be loaded.</strong> The rest of the page still works.
        </p>
        {/* What could not be fetched is not fetched again within a page. */}
        <button type="button" className="button" onClick={() => location.reload()}>
          <RotateCw size={15} aria-hidden="true" /> Reload the page
        </button>
      </div>
    );
  }
}
