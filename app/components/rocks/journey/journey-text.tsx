import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { LOCATION, type JourneyText } from "./journey-card.tsx";

export function useJourneyText() {
  const [reading, setReading] = useState<JourneyText>();
  return { reading, read: setReading, close: () => setReading(undefined) };
}

export function JourneyTextDialog({
  reading,
  close,
}: Pick<ReturnType<typeof useJourneyText>, "reading" | "close">) {
  const { i18n } = useLingui();
  return (
    <Dialog
      open={reading !== undefined}
      onClose={close}
      title={i18n._(reading?.title ?? LOCATION)}
      size="small"
    >
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard */}
      <p className="journey-text" dir="auto" lang={reading?.lang} tabIndex={0}>
        {reading?.text}
      </p>
    </Dialog>
  );
}
