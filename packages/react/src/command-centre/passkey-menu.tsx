"use client";

import { KeyRound } from "lucide-react";
import { type ReactNode, Suspense, lazy } from "react";
import { useInvitation } from "../passkeys/use-invitation.ts";

const PasskeysDialog = lazy(async () => ({
  default: (await import("../passkeys/passkeys-dialog.tsx")).PasskeysDialog,
}));
const RegisterDialog = lazy(async () => ({
  default: (await import("../passkeys/register-dialog.tsx")).RegisterDialog,
}));

interface PasskeyButtonProps {
  onOpen(): void;
}

export function PasskeyButton({ onOpen }: PasskeyButtonProps): ReactNode {
  return (
    <button type="button" className="at-button" onClick={onOpen}>
      <KeyRound size={15} aria-hidden="true" /> Passkeys…
    </button>
  );
}

interface PasskeyDialogsProps {
  /** Whether the list is open. */
  readonly isOpen: boolean;
  onClose(): void;
}

/** The list of passkeys, and the registration when the page is opened with an invitation. */
export function PasskeyDialogs({ isOpen, onClose }: PasskeyDialogsProps): ReactNode {
  const [invitation, done] = useInvitation();
  return (
    <Suspense fallback={null}>
      {isOpen && <PasskeysDialog onClose={onClose} />}
      {invitation !== null && <RegisterDialog invitation={invitation} onClose={done} />}
    </Suspense>
  );
}
