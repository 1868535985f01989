import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#app/components/ui/button.tsx";

const SENTENCES = {
  page: msg`This page could not be loaded. You may be offline.`,
  albums: msg`The albums could not be loaded. You may be offline.`,
  photographs: msg`The photographs could not be loaded. You may be offline.`,
  rocks: msg`The rocks could not be loaded. You may be offline.`,
};

interface Props {
  what: keyof typeof SENTENCES;
  onTryAgain: () => void;
}

/** Takes the place of content that could not be loaded. */
export function NotLoaded({ what, onTryAgain }: Props) {
  const { i18n } = useLingui();
  return (
    <div className="page-more">
      <p className="page-more-note" role="status">
        {i18n._(SENTENCES[what])}
      </p>
      <Button look="quiet" onClick={onTryAgain}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
