import type { ReactNode } from "react";
import styles from "./machine-list.module.css";

export function ConnectHost(): ReactNode {
  return (
    <div className={`at-card ${styles.connect}`}>
      <h3>No machine host connected</h3>
      <p className="at-soft">
        With a machine host, an agent can run commands on a machine of its own. This is optional. To
        connect a host, set one of these and restart:
      </p>
      <ul className={styles.ways}>
        <li>
          <strong>Fly Machines</strong>
          <pre>HOST_API_TOKEN=…{"\n"}HOST_APP=my-agents</pre>
        </li>
        <li>
          <strong>Docker or Podman on this machine</strong>
          <pre>TREASURY_DOCKER_SOCKET=unix:///var/run/docker.sock</pre>
        </li>
      </ul>
    </div>
  );
}
