"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Bell, BellOff } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoment } from "../format/moment.ts";
import { useTask } from "../hooks/use-task.ts";
import { Problem } from "../parts/problem.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { deviceName, deviceProblem, subscribeDevice } from "./this-device.ts";
import { type NotifiedDevice, useSubscriptions } from "./use-subscriptions.ts";
import dialog from "../parts/dialog.module.css";
import list from "../passkeys/passkeys-dialog.module.css";

export interface NotificationsDialogProps {
  readonly workerUrl: string;
  onClose(): void;
}

/** Turns notifications on for this device, and lists the devices of all approvers. */
export function NotificationsDialog({ workerUrl, onClose }: NotificationsDialogProps): ReactNode {
  const { client, workspaceId, announce, root } = useTreasuryContext();
  const { data, error, mutate } = useSubscriptions(workerUrl);
  const { isBusy, problem, run } = useTask();
  const devices = data?.subscriptions ?? [];
  const own = devices.find(({ id, isActive }) => id === data?.ownId && isActive);
  const turnOn = (publicKey: string): Promise<boolean> =>
    run(async () => {
      const subscription = await subscribeDevice(workerUrl, publicKey);
      const input = { subscription, device: deviceName() };
      await client.plugin("push", { method: "POST", path: "/subscriptions", input });
      announce("This device shows notifications from now on.");
      await mutate();
    });
  const remove = ({ id, device }: NotifiedDevice): Promise<boolean> =>
    run(async () => {
      const path = "/subscriptions/{subscriptionId}";
      await client.plugin("push", { method: "DELETE", path, input: { subscriptionId: id } });
      announce(`${device} shows no more notifications.`);
      await mutate();
    });
  const unsupported = data === undefined || own !== undefined ? null : deviceProblem();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal {...root}>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title className={dialog.title}>Notifications</Dialog.Title>
          <Dialog.Description className={dialog.description}>
            A device is notified when a spend in workspace <bdi>{workspaceId}</bdi> needs approval.
            The notification shows neither the amount nor the payee.
          </Dialog.Description>
          {error !== undefined && (
            <Problem
              title="Notifications could not be loaded."
              error={error}
              onAgain={() => void mutate()}
            />
          )}
          {data === undefined && error === undefined && <p className="at-soft">Loading…</p>}
          <p role="alert" className="at-problem" hidden={(problem ?? unsupported) === null}>
            {problem ?? unsupported}
          </p>
          {devices.length > 0 && (
            <ul className={list.list} aria-label="Notified devices">
              {devices.map((device) => (
                <li key={device.id}>
                  <DeviceRow
                    device={device}
                    isThis={device.id === data?.ownId}
                    isBusy={isBusy}
                    onRemove={() => void remove(device)}
                  />
                </li>
              ))}
            </ul>
          )}
          <div className={dialog.actions}>
            {data !== undefined && own === undefined && unsupported === null && (
              <button
                type="button"
                className="at-button"
                disabled={isBusy}
                onClick={() => void turnOn(data.publicKey)}
              >
                <Bell size={15} aria-hidden="true" />
                {isBusy ? "Turning on…" : "Turn on for this device"}
              </button>
            )}
            <Dialog.Close className="at-button at-button-solid">Done</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface DeviceRowProps {
  readonly device: NotifiedDevice;
  readonly isThis: boolean;
  readonly isBusy: boolean;
  onRemove(): void;
}

function DeviceRow({ device, isThis, isBusy, onRemove }: DeviceRowProps): ReactNode {
  const { person, device: name, createdAt, isOwn, isActive } = device;
  const owner = isOwn ? "yours" : (person ?? "an unnamed person");
  return (
    <article className={list.row} aria-label={`${name} of ${owner}`}>
      <p className={list.name}>
        <bdi>{name}</bdi>
        <span className="at-soft">
          {" "}
          {isOwn ? (
            isThis ? (
              "this device"
            ) : (
              "yours"
            )
          ) : (
            <>
              of <bdi>{owner}</bdi>
            </>
          )}
        </span>
      </p>
      <p className="at-soft at-small">
        On since {formatMoment(createdAt)}.
        {!isActive && " Inactive, because the service has a new key. Turn it on again."}
      </p>
      <button
        type="button"
        className="at-button"
        disabled={isBusy}
        aria-label={`Turn off ${name} of ${owner}`}
        onClick={onRemove}
      >
        <BellOff size={15} aria-hidden="true" /> Turn off
      </button>
    </article>
  );
}
