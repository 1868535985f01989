import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "#app/components/ui/dialog.tsx";

interface Props {
  open: boolean;
  onClose: () => void;
  email: string;
}

/** Opens instead of a social group that does not exist yet. */
export function ComingSoonPopup({ open, onClose, email }: Props) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Coming Soon`} size="small">
      <p>
        <Trans>
          Our group is not open yet. Until it is, write to us at{" "}
          <a href={`mailto:${email}`}>{email}</a>.
        </Trans>
      </p>
    </Dialog>
  );
}
