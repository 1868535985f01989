import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "../ui/dialog.tsx";

interface Props {
  open: boolean;
  onClose: () => void;
  email: string;
}

export function ContactPopup({ open, onClose, email }: Props) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Contact Us`} size="small">
      <p>
        <Trans>
          Write to us at <a href={`mailto:${email}`}>{email}</a>.
        </Trans>
      </p>
    </Dialog>
  );
}
