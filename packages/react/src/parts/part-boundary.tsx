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

/** Contains a failure of one section, mostly of a script that could not be loaded. */
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
        {/* The browser does not load a failed module again within a page. */}
        <button type="button" className="at-button" onClick={() => location.reload()}>
          <RotateCw size={15} aria-hidden="true" /> Reload the page
        </button>
      </div>
    );
  }
}
